/** The command palette by keys alone, by a finger alone, and without a network; and the tabs that come back. */

import { paletteField } from '../screens/palette-screens.ts';
import { complaintsOfAxe } from '../stage/axe.ts';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { themes, turnTheme } from '../stage/theme-switch.ts';
import { promptContent, treeItem } from '../stage/workspace.ts';

test('by keys alone a person jumps, runs a command, reads the shortcuts, and is back where they were', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  await promptContent(page).focus();
  await page.keyboard.press('Control+k');
  await expect(paletteField(page)).toBeFocused();
  for (const theme of themes) {
    await turnTheme(page, theme);
    expect(await complaintsOfAxe(page)).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await expect(promptContent(page)).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('farew');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Farewell', selected: true })).toBeVisible();
  await expect(promptContent(page)).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('plan.md');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'plan.md' })).toBeVisible();
  await page.keyboard.press('Escape');

  await treeItem(page, 'Reviews').focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(treeItem(page, 'Reviews')).toBeFocused();
});
