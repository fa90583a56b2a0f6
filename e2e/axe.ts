/** Runs axe on a page as it stands. */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** Returns each violation with its element; fails where axe saw hardly anything. */
export async function complaintsOfAxe(page: Page): Promise<string[]> {
  expect(page.frames(), 'axe sees the main frame alone').toHaveLength(1);
  // Half a megabyte: sending it into a page takes longer than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, passed } = await page.evaluate(async () => {
    // Each node that passes would be described as well, for nobody.
    const result = await window.axe.run({ resultTypes: ['violations'] });
    const found = result.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary }) => ({ id, help, html, failureSummary })),
    );
    return { violations: found, passed: result.passes.length };
  });
  // A run that saw nothing would find nothing.
  expect(passed).toBeGreaterThan(10);
  return violations
    .filter(({ id, html }) => !isDescribedRow(id, html))
    .map(({ id, help, html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`);
}

/**
 * The label of a row in the tree is its name; its count, size and state are its description, which is what a tree of
 * files has (WAI-ARIA). The rule takes all of the row's words for its label, and there is no way to tell it.
 */
const isDescribedRow = (rule: string, html: string) =>
  rule === 'label-content-name-mismatch' && /role="treeitem" .*aria-describedby=/.test(html);

declare global {
  interface Window {
    axe: typeof axe;
  }
}
