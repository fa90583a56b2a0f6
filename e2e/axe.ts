/** Runs axe on a page as it stands. */
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Returns each violation with its element; fails where axe saw hardly anything. */
export async function complaintsOfAxe(page: Page): Promise<string[]> {
  const { violations, passes } = await (await axeFor(page))
    .setLegacyMode()
    // Each node that passes would be described as well, for nobody.
    .options({ resultTypes: ['violations'] })
    .analyze();
  // A run that saw nothing would find nothing.
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => !isDescribedRow(id, html))
      .map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
}

/** Sends axe into a page only once: it is half a megabyte, and sending it takes longer than running it. */
async function axeFor(page: Page): Promise<AxeBuilder> {
  const loaded = await Promise.all(page.frames().map((frame) => frame.evaluate(() => 'axe' in window)));
  return new AxeBuilder({ page, ...(loaded.every(Boolean) ? { axeSource: 'void 0' } : {}) });
}

/**
 * The label of a row in the tree is its name; its count, size and state are its description, which is what a tree of
 * files has (WAI-ARIA). The rule takes all of the row's words for its label, and there is no way to tell it.
 */
const isDescribedRow = (rule: string, html: string) =>
  rule === 'label-content-name-mismatch' && /role="treeitem" .*aria-describedby=/.test(html);
