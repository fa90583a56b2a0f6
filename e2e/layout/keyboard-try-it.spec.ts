/** "Try it" by keys alone: from the text to an answer, and back to the text. */
import { tryItModels } from '../screens/try-it-screens.ts';
import { openFurnished } from '../stage/furnished.ts';
import { focusIsSeen, pressOn, tabTo } from '../stage/keyboard-steps.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent } from '../stage/workspace.ts';

// No worker is part of what is tested here.

test('keys alone lead from the text to an answer and its next message, and back into the text', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
  await openFurnished(page, person);
  await tryItModels(page);
  const text = promptContent(page);
  await text.focus();
  await pressOn(page, 'Try it');
  const panel = page.getByRole('complementary', { name: 'Try it' });
  await expect(panel).toBeVisible();
  await tabTo(page, 'button', 'Run');
  await focusIsSeen(page);
  await page.keyboard.press('Control+Enter');
  await pressOn(page, 'Run anyway');
  const answers = panel.getByRole('list', { name: 'Answers' });
  await expect(answers.getByText('Good morning.')).toBeVisible();
  await tabTo(page, 'textbox', 'Next message');
  await focusIsSeen(page);
  for (let presses = 0; presses < 40; presses += 1) {
    if (await text.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Shift+Tab');
  }
  await expect(text).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' more');
  await expect(text).toContainText(' more');
});
