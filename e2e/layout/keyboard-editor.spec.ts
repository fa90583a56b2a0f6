/** A prompt by keys alone: its toolbar, its versions and its notes. */

import { paletteField } from '../screens/palette-screens.ts';
import { openFurnished } from '../stage/furnished.ts';
import { russianKeyboard } from '../stage/keyboard-steps.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent } from '../stage/workspace.ts';

// No worker is part of what is tested here.

test('a Russian keyboard undoes, redoes, saves, finds and opens the palette', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  const keyboard = await russianKeyboard(page);
  const text = promptContent(page);
  await text.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' ещё');
  await expect(text).toContainText('ещё');
  await keyboard.control('я', 'KeyZ');
  await expect(text).not.toContainText('ещё');
  await keyboard.control('н', 'KeyY');
  await expect(text).toContainText('ещё');
  await keyboard.control('ы', 'KeyS');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await keyboard.control('а', 'KeyF');
  await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(text).toBeFocused();
  await keyboard.control('л', 'KeyK');
  await expect(paletteField(page)).toBeFocused();
});
