/** Runs axe on a page as it stands. */
import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/** The rules that another theme can break. */
const rulesOfColors = ['color-contrast', 'link-in-text-block'];

/**
 * Returns each violation with its element; fails where axe saw hardly anything. `colors`: only the rules about
 * colours, for a page whose other rules were checked in another theme.
 */
export async function complaintsOfAxe(page: Page, reading: 'all' | 'colors' = 'all'): Promise<string[]> {
  expect(page.frames(), 'axe sees the main frame alone').toHaveLength(1);
  // Half a megabyte: sending it into a page takes longer than running it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, passed } = await page.evaluate(
    async (runOnly) => {
      // Each node that passes would be described as well, for nobody.
      // All of WCAG 2.0 to 2.2, A and AA, and the best practices; the size of targets alone is off unless asked for.
      const result = await window.axe.run({
        resultTypes: ['violations'],
        ...(runOnly ? { runOnly } : { rules: { 'target-size': { enabled: true } } }),
      });
      const found = result.violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ html, failureSummary }) => ({ id, help, html, failureSummary })),
      );
      return { violations: found, passed: result.passes.length };
    },
    reading === 'colors' ? rulesOfColors : undefined,
  );
  // A run that saw nothing would find nothing.
  expect(passed).toBeGreaterThan(reading === 'colors' ? 0 : 10);
  return violations.map(
    ({ id, help, html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
