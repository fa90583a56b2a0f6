/** axe finds nothing to complain about on any screen, dialog, menu or popover, in either theme. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { openFurnished } from './furnished.ts';
import { screenGroups } from './screen-groups.ts';
import { isAtRest } from './screens.ts';
import { expect, test } from './stage.ts';
import { signUp, workspaceIsOpen } from './workspace.ts';

for (const theme of ['dark', 'light'] as const) {
  for (const { name, signedIn, furnished, screens } of screenGroups) {
    test(`axe finds nothing in ${name} in the ${theme} theme`, async ({ newDevice, server }) => {
      const { context, page } = await newDevice({ reducedMotion: 'reduce' });
      await context.addInitScript((stored) => localStorage.setItem('theme', stored), theme);
      if (furnished) await openFurnished(page, server.origin);
      else if (signedIn) await signUp(page);
      const found: string[] = [];
      for (const screen of screens) {
        await page.goto(signedIn ? '/' : '/auth');
        if (signedIn) await workspaceIsOpen(page);
        await screen.show(page);
        await isAtRest(page);
        await expect(page.locator('html')).toHaveClass(theme);
        for (const complaint of await complaintsOfAxe(page)) found.push(`${screen.name}: ${complaint}`);
      }
      expect(found).toEqual([]);
    });
  }
}

/**
 * The label of a row in the tree is its name; its count, size and state are its description, which is what a tree of
 * files has (WAI-ARIA). The rule takes all of the row's words for its label, and there is no way to tell it.
 */
const isDescribedRow = (rule: string, html: string) =>
  rule === 'label-content-name-mismatch' && /role="treeitem" .*aria-describedby=/.test(html);

async function complaintsOfAxe(page: Page): Promise<string[]> {
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  // A run that saw nothing would find nothing.
  expect(passes.length).toBeGreaterThan(10);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes
      .filter(({ html }) => !isDescribedRow(id, html))
      .map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
}
