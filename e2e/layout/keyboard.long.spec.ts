/** The workspace by keys alone: account, tree, tabs, search and drawer. */
import { openFurnished } from '../stage/furnished.ts';
import { pressOn, tabTo } from '../stage/keyboard-steps.ts';
import { expect, test } from '../stage/stage.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('on a narrow screen the drawer opens, is walked and closes', async ({ newDevice, person }) => {
  const { page } = await newDevice({ viewport: { width: 600, height: 900 } });
  await openFurnished(page, person);
  await pressOn(page, 'Show projects');
  await expect(page.getByRole('navigation').getByRole('button', { name: 'New Project' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Show projects' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'treeitem', 'Code reviewer');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Summary', selected: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show projects' })).toBeFocused();
});

test('under a finger a found prompt has the focus, and its text calls for no keyboard', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await openFurnished(page, person);
  await page.getByRole('combobox', { name: 'Search prompts' }).fill('farewell');
  await page.getByRole('option', { name: /^Farewell/ }).tap();
  await expect(page.getByRole('tab', { name: 'Farewell', selected: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Farewell' })).toBeFocused();
});
