/** The screens of finding and replacing in a text, of its messages and its findings, and the way to each. */
import { expect, type Page } from '@playwright/test';
import { promptContent } from '../stage/workspace.ts';
import { openReviewer, press, pressTool, type Screen } from './screens.ts';

async function find(page: Page, text: string): Promise<void> {
  await openReviewer(page);
  await pressTool(page, 'Find in the text');
  await page.getByRole('textbox', { name: 'Find', exact: true }).fill(text);
}

export const findScreens: readonly Screen[] = [
  {
    name: 'the menu of messages',
    async show(page) {
      await openReviewer(page);
      await pressTool(page, 'Messages');
      await expect(page.getByRole('menuitem', { name: 'Insert assistant message' })).toBeVisible();
    },
  },
  {
    name: 'find and replace in the text',
    async show(page) {
      await find(page, 'a');
      await press(page, 'Show Replace');
      await expect(page.getByText(/1 of \d+/)).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Replace with' })).toBeVisible();
    },
  },
  {
    name: 'finding by a pattern that is none',
    async show(page) {
      await find(page, '(');
      await press(page, 'Regular expression');
      await expect(page.getByText('Invalid pattern: Unterminated group')).toBeVisible();
    },
  },
];

/** Their texts stay in the prompt: they come after what shows it as it was. */
export const findingScreens: readonly Screen[] = [
  {
    name: 'the findings of a text',
    async show(page) {
      await openReviewer(page);
      await promptContent(page).focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.insertText(' {{> Letters/Nobody}}');
      await page.getByRole('button', { name: /^\P{L}*\d+\P{L}* finding/u }).click();
      await expect(page.getByRole('list', { name: 'Findings' })).toBeVisible();
    },
  },
];
