/** A prompt by keys alone: its toolbar, its versions and its notes. */
import { openFurnished } from '../stage/furnished.ts';
import { pressOn, tabTo, toast } from '../stage/keyboard-steps.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent } from '../stage/workspace.ts';

// No worker is part of what is tested here.

test('the toolbar formats, undoes, shows the rendered text and fills the screen', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  const text = promptContent(page);
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' loud');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  for (const [button, result] of [
    ['Bold', '**loud**'],
    ['Bold', ' loud'],
    ['Italic', '*loud*'],
    ['Italic', ' loud'],
    ['Variable', '{{loud}}'],
    ['Variable', ' loud'],
  ] as const) {
    await pressOn(page, button);
    await expect(text).toContainText(result);
    await text.focus();
  }
  // How many of these are one step depends on how quickly they came.
  const written = await text.textContent();
  await pressOn(page, 'Undo');
  await expect.poll(() => text.textContent()).not.toBe(written);
  await pressOn(page, 'Redo');
  await expect.poll(() => text.textContent()).toBe(written);
  await pressOn(page, 'Redo');
  await expect(toast(page, 'Nothing to redo')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();

  await pressOn(page, 'Copy to Clipboard');
  await expect(toast(page, 'Copied to clipboard')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast(page, 'Copied to clipboard')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Copy to Clipboard' })).toBeFocused();

  await pressOn(page, 'Switch to View mode');
  await expect(page.getByRole('heading', { name: 'Rules' })).toBeVisible();
  await pressOn(page, 'A+');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Text size: extra large')).toBeAttached();
  await expect(page.getByRole('button', { name: 'A+' })).toBeFocused();
  await pressOn(page, 'Focus');
  await pressOn(page, 'Switch to Edit mode');
  await pressOn(page, 'Fullscreen');
  const modal = page.getByRole('dialog', { name: 'Fullscreen editor' });
  await expect(modal).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const isOutside = await modal.evaluate((element) => {
      const { activeElement } = document;
      return activeElement !== document.body && !element.contains(activeElement);
    });
    expect(isOutside, 'Tab stays in fullscreen').toBe(false);
    if (await text.evaluate((element) => element === document.activeElement)) break;
  }
  // The first one gives Tab back to the page.
  await page.keyboard.press('Escape');
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toBeHidden();
});

test('versions are saved, opened, restored, selected and deleted', async ({ newDevice, person }) => {
  const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
  await openFurnished(page, person);
  await promptContent(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' and a fourth');
  await pressOn(page, 'Save New Version');
  await expect(page.getByLabel('Version Description')).toBeFocused();
  await page.keyboard.type('By keys');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'New version saved')).toBeVisible();
  await expect(page.getByText('Latest Version: 4')).toBeVisible();

  await pressOn(page, /^Version 1/);
  await expect(page.getByText('Viewing Version 1')).toBeVisible();
  await pressOn(page, /^Current Version/);
  await expect(page.getByText('Latest Version: 4')).toBeVisible();
  await pressOn(page, 'Restore version 2');
  await expect(toast(page, 'Version restored')).toBeVisible();
  await expect(promptContent(page)).toContainText('Draft 2');
  await expect(page.getByRole('button', { name: 'Restore version 2' })).toBeFocused();

  await pressOn(page, 'Select');
  await tabTo(page, 'checkbox', /^Version 3/);
  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, 'checkbox', /^Version 1/);
  await page.keyboard.press('Space');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page
    .getByRole('toolbar', { name: 'Selected versions' })
    .getByRole('button', { name: 'None' })
    .focus();
  for (const next of ['Compare', 'Delete']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: next, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Versions' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Versions deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Version 1/ })).toBeHidden();

  await pressOn(page, 'Hide Version History');
  await expect(page.getByRole('heading', { name: 'Version History' })).toBeHidden();
});

test('notes are added and deleted', async ({ newDevice, person }) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  await pressOn(page, 'Show Notes');
  await tabTo(page, 'textbox', 'New note');
  await page.keyboard.type('Ask again in May');
  await pressOn(page, 'Add Note');
  await expect(toast(page, 'Note added')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'New note' })).toBeFocused();
  await page.keyboard.type('  ');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).toHaveCount(3);
  // Its editing comes first.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Delete note' }).first()).toBeFocused();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Delete Note' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Note deleted')).toBeVisible();
  await expect(page.getByText('Ask again in May')).toBeHidden();
  await pressOn(page, 'Hide Notes');
});
