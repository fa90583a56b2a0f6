/** The workspace by keys alone: account, tree, tabs, search and drawer. */
import { openFurnished } from '../stage/furnished.ts';
import { focusIsSeen, menuHasFocus, pressOn, tabTo } from '../stage/keyboard-steps.ts';
import { expect, test } from '../stage/stage.ts';
import { everythingIsSynced, promptContent, treeItem, workspaceIsOpen } from '../stage/workspace.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('a person signs up, makes a project and a prompt, writes, and signs out', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await page.goto('/');
  await expect(page.getByLabel('Username')).toBeFocused();
  await pressOn(page, 'Sign Up');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Full name is required')).toBeVisible();
  await page.keyboard.type(person.displayName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await tabTo(page, 'button', 'Show password');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Confirm Password', { exact: true })).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await workspaceIsOpen(page);

  await tabTo(page, 'button', 'Switch to light theme');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('light');
  await pressOn(page, 'Choose theme');
  await menuHasFocus(page);
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveClass('dark');

  await page.getByRole('navigation').getByRole('button', { name: 'New Project' }).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Project Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Project name is required')).toBeVisible();
  await page.keyboard.type('Letters');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Indigo' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Red' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(treeItem(page, 'Letters')).toBeVisible();

  await tabTo(page, 'treeitem', 'Letters');
  await page.keyboard.press('ContextMenu');
  await expect(page.getByRole('menu', { name: 'Project menu of Letters' })).toBeVisible();
  await menuHasFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Prompt Title')).toBeFocused();
  await page.keyboard.type('Invitation');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Invitation', selected: true })).toBeVisible();

  await tabTo(page, 'textbox', 'Prompt content');
  await page.keyboard.type('Come on Sunday');
  await everythingIsSynced(page);

  await pressOn(page, 'Account menu of Ada Lovelace');
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeDisabled();
  await menuHasFocus(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/auth$/);

  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(person.username);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await workspaceIsOpen(page);
  await expect(promptContent(page)).toHaveText('Come on Sunday');
});

test('the tree is walked, folded, searched by letters, renamed and deleted from', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  const focused = (name: string) => expect(treeItem(page, name)).toBeFocused();
  await tabTo(page, 'treeitem', 'Code reviewer');
  await focusIsSeen(page);
  await page.keyboard.press('Home');
  await focused('Reviews');
  await page.keyboard.press('ArrowDown');
  await focused('Code reviewer');
  await page.keyboard.press('End');
  await focused('Letters');
  await page.keyboard.press('ArrowRight');
  await expect(treeItem(page, 'Letters')).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowRight');
  await focused('Farewell');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Farewell', selected: true })).toBeVisible();
  await treeItem(page, 'Farewell').focus();
  await page.keyboard.press('ArrowLeft');
  await focused('Letters');
  await page.keyboard.press('Space');
  await expect(treeItem(page, 'Letters')).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(treeItem(page, 'Letters')).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('Home');
  await page.keyboard.type('summ');
  await focused('Summary');

  await page.keyboard.press('F2');
  await expect(page.getByLabel('Prompt Title')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Digest');
  await page.keyboard.press('Enter');
  await focused('Digest');

  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete Prompt' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await focused('Digest');
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menu', { name: 'Prompt menu of Digest' })).toBeVisible();
  await menuHasFocus(page);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(treeItem(page, 'Digest')).toBeHidden();
  // Where the row was, there is the focus still.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('treeitem');
});

test('tabs are walked, opened and closed', async ({ newDevice, person }) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  await tabTo(page, 'treeitem', 'Code reviewer');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const first = page.getByRole('tab', { name: 'Code reviewer' });
  const second = page.getByRole('tab', { name: 'Summary' });
  await expect(second).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, 'tab', 'Summary');
  await focusIsSeen(page);
  await page.keyboard.press('Home');
  await expect(first).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(first).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Delete');
  await expect(second).toBeHidden();
  await expect(first).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByText('No prompt selected')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add prompt' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Prompt Title')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByLabel('Project', { exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.type('By keys');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'By keys', selected: true })).toBeVisible();
  await expect(page.locator('.editor-project')).toHaveText('Letters');
});

test('the search is entered, walked through, cleared and followed', async ({ newDevice, person }) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  const box = await tabTo(page, 'combobox', 'Search prompts');
  await page.keyboard.type('f');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').getByText(/^Found \d+ prompts$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(box).toHaveValue('');
  await page.keyboard.type('farewell');
  await expect(page.getByText('Found 1 prompts')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tab', { name: 'Farewell', selected: true })).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(promptContent(page)).toBeFocused();

  await everythingIsSynced(page);
  await tabTo(page, 'button', 'Synced');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible();
  await tabTo(page, 'button', 'Sync now');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Synced' })).toBeFocused();
});
