/** Messages, snippets, find and replace, and labels: on two devices that are offline at once, and after a reload. */
import type { Page } from '@playwright/test';
import { press, pressTool } from '../screens/screens.ts';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import {
  createPrompt,
  everythingIsSynced,
  promptContent,
  renamePrompt,
  textOf,
  typeAtEnd,
} from '../stage/workspace.ts';
import { bothComeBack, openElsewhere } from './reuse-scene.ts';

test.use({ serviceWorkers: 'allow' });

async function beginMessage(page: Page, role: string): Promise<void> {
  await promptContent(page).focus();
  await page.keyboard.press('Control+End');
  await pressTool(page, 'Messages');
  await page.getByRole('menuitem', { name: `Insert ${role} message` }).click();
}

async function replaceAll(page: Page, text: string, by: string): Promise<void> {
  await promptContent(page).focus();
  await page.keyboard.press('Control+h');
  const bar = page.getByRole('region', { name: 'Find in the text' });
  await bar.getByRole('textbox', { name: 'Find', exact: true }).fill(text);
  await expect(bar.getByText('1 of 2')).toBeVisible();
  await bar.getByRole('textbox', { name: 'Replace with' }).fill(by);
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await page.keyboard.press('Escape');
}

test('a message with a snippet that is renamed, and a replaced word, both written offline, end up in one text', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await openWithPrompt(laptop.page, person, { project: 'Letters', title: 'Tone', content: 'Be kind.' });
  await createPrompt(laptop.page, 'Chat');
  await typeAtEnd(laptop.page, 'Greet {name}. Greet all.\nThen stop.');
  await beginMessage(laptop.page, 'system');
  await expect.poll(() => textOf(laptop.page)).toBe('--- system ---\nGreet {name}. Greet all.\nThen stop.');
  await everythingIsSynced(laptop.page);
  await openElsewhere(phone, person, 'Letters', 'Chat');
  await expect(promptContent(phone.page)).toContainText('Then stop.');
  await laptop.cutNetwork();
  await phone.cutNetwork();

  await beginMessage(laptop.page, 'user');
  await typeAtEnd(laptop.page, '{{>ton');
  await expect(laptop.page.getByRole('option', { name: 'Tone Letters' })).toBeVisible();
  await laptop.page.keyboard.press('Enter');
  await renamePrompt(laptop.page, 'Tone', 'Voice');
  const references = laptop.page.getByRole('dialog', { name: 'Update references' });
  await references.getByRole('button', { name: 'Update', exact: true }).click();
  await expect(references).toBeHidden();
  await replaceAll(phone.page, 'Greet', 'Welcome');
  await bothComeBack(laptop, phone);

  const both =
    '--- system ---\nWelcome {name}. Welcome all.\nThen stop.\n\n--- user ---\n{{> Letters/Voice}}';
  for (const { page } of [laptop, phone]) {
    await expect.poll(() => textOf(page)).toBe(both);
    await page.reload();
    await expect.poll(() => textOf(page)).toBe(both);
    await press(page, 'Switch to View mode');
    await expect(page.getByRole('region', { name: 'System', exact: true })).toContainText('Welcome all.');
    await expect(page.getByRole('region', { name: 'User', exact: true })).toContainText('Be kind.');
  }
});
