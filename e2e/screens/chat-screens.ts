/** The screens of a prompt that is a chat: its menu, its folded messages, and each message as it is read. */
import { expect, type Page } from '@playwright/test';
import { promptContent } from '../stage/workspace.ts';
import { openReviewer, press, pressTool, type Screen } from './screens.ts';

/** The text is a chat from the first of these screens on. */
async function openChat(page: Page): Promise<void> {
  await openReviewer(page);
  if ((await promptContent(page).textContent())?.includes('--- system ---') !== true) {
    await promptContent(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('--- system ---\nBe kind.\n\n--- user ---\n');
  }
  await expect(promptContent(page)).toContainText('--- user ---');
}

async function openMessages(page: Page): Promise<void> {
  await openChat(page);
  await pressTool(page, 'Messages');
  await expect(page.getByRole('menuitem', { name: 'Fold all messages' })).toBeVisible();
}

export const chatScreens: readonly Screen[] = [
  {
    name: 'a chat as it is read, with a folded message',
    async show(page) {
      await openChat(page);
      await press(page, 'Switch to View mode');
      await press(page, 'System');
      await expect(page.getByRole('button', { name: 'System', exact: true, expanded: false })).toBeVisible();
    },
  },
  { name: 'the menu of the messages of a chat', show: openMessages },
  {
    // Last: the groups after it begin at the text.
    name: 'folded messages',
    async show(page) {
      await openMessages(page);
      await page.getByRole('menuitem', { name: 'Fold all messages' }).click();
      await expect(promptContent(page)).not.toContainText('Be kind.', { useInnerText: true });
    },
  },
];
