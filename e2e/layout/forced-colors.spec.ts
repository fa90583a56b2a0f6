/** Checks that what is chosen, and what has the focus, is still seen where the system sets the colours. */
import type { Locator } from '@playwright/test';
import { reviewerIsOpen, test } from '../stage/furnished-page.ts';
import { expect } from '../stage/stage.ts';
import { promptContent, treeItem } from '../stage/workspace.ts';

/** Returns whether a ring is drawn around the element. */
function hasRing(element: Locator): Promise<boolean> {
  return element.evaluate((drawn) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(drawn);
    return outlineStyle !== 'none' && outlineWidth !== '0px' && !/^rgba.* 0\)$/.test(outlineColor);
  });
}

function styleOf(element: Locator, property: string, pseudo?: string): Promise<string> {
  return element.evaluate(
    (drawn, [name, part]) => getComputedStyle(drawn, part).getPropertyValue(name ?? ''),
    [property, pseudo] as const,
  );
}

test('what is chosen differs from what is not where the system sets the colours', async ({
  furnishedPage: page,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await reviewerIsOpen(page);

  await test.step('the open prompt in the tree', async () => {
    expect(await hasRing(treeItem(page, 'Code reviewer'))).toBe(true);
    expect(await hasRing(treeItem(page, 'Summary'))).toBe(false);
  });

  await test.step('the version that is shown', async () => {
    const versions = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /Version/ }) });
    const edge = (name: string) =>
      styleOf(versions.filter({ hasText: name }).first(), 'border-inline-start-color');
    expect(await edge('Current Version')).not.toBe(await edge('Version 2'));
    expect(await edge('Version 1')).toBe(await edge('Version 2'));
  });

  await test.step('an entry of a menu', async () => {
    await page.getByRole('button', { name: 'Choose theme' }).press('Enter');
    const entries = page.getByRole('menuitemradio');
    await expect(entries).toHaveCount(3);
    await expect(page.getByRole('menu')).toBeFocused();
    await page.keyboard.press('End');
    await expect.poll(() => hasRing(entries.last())).toBe(true);
    expect(await hasRing(entries.first())).toBe(false);
    await page.keyboard.press('Escape');
  });

  await test.step('the focus in the text', async () => {
    await promptContent(page).focus();
    const pane = page.locator('.editor-text').filter({ has: promptContent(page) });
    expect(await hasRing(pane)).toBe(true);
  });

  await test.step('the focus on a version', async () => {
    const version = page.getByRole('button', { name: 'Version 2', exact: true });
    await version.focus();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Tab');
    await expect(version).toBeFocused();
    expect(await hasRing(page.getByRole('listitem').filter({ has: version }))).toBe(true);
  });

  await test.step('the colour of a project', async () => {
    await page.getByRole('button', { name: 'New Project' }).first().click();
    const colors = page.getByRole('dialog').locator('.chakra-radio-group__item');
    const [first, second] = [colors.nth(0), colors.nth(1)];
    expect(await styleOf(first, 'background-color', '::before')).not.toBe(
      await styleOf(second, 'background-color', '::before'),
    );
    expect(await styleOf(first, 'border-top-width', '::after')).toBe('2px');
    expect(await styleOf(second, 'border-top-width', '::after')).toBe('0px');
    await page.keyboard.press('Escape');
  });
});
