/** Messages, snippets, find and replace, and labels: on two devices that are offline at once, and after a reload. */
import type { Page } from '@playwright/test';
import type { Device } from './device.ts';
import { openWithPrompt } from './furnished.ts';
import { press, pressTool } from './screens.ts';
import { expect, test } from './stage.ts';
import {
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  promptContent,
  renamePrompt,
  saveVersion,
  signIn,
  syncNow,
  textOf,
  typeAtEnd,
} from './workspace.ts';

async function openElsewhere(phone: Device, person: Person, project: string, title: string): Promise<void> {
  await signIn(phone.page, person);
  await expandProject(phone.page, project);
  await openPrompt(phone.page, title);
}

/** Connects both, and syncs the first once more, for what the second sent after it. */
async function bothComeBack(laptop: Device, phone: Device): Promise<void> {
  for (const { page, restoreNetwork } of [laptop, phone, laptop]) {
    await restoreNetwork();
    await syncNow(page);
    await everythingIsSynced(page);
  }
}

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

async function putProductionOn(page: Page, version: number): Promise<void> {
  await press(page, `Labels of version ${version}`);
  const dialog = page.getByRole('dialog', { name: `Labels of Version ${version}` });
  await dialog.getByRole('checkbox', { name: /^production/ }).click();
  await expect(dialog.getByRole('checkbox', { name: /^production on this version/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
}

test('a label that two devices put on different versions offline is on one of them everywhere, and the device whose move was replaced is told', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await openWithPrompt(laptop.page, person, { project: 'Letters', title: 'Letter', content: 'One' });
  await saveVersion(laptop.page, 'The first');
  await typeAtEnd(laptop.page, ' two');
  await saveVersion(laptop.page, 'The second');
  await everythingIsSynced(laptop.page);
  await openElsewhere(phone, person, 'Letters', 'Letter');
  await laptop.cutNetwork();
  await phone.cutNetwork();
  await putProductionOn(laptop.page, 1);
  await putProductionOn(phone.page, 2);
  await bothComeBack(laptop, phone);

  const notices = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
  const replaced = notices(laptop.page);
  await expect(replaced).toContainText('Label moved on two devices');
  await expect(replaced).toContainText(
    /production.+ of .+Letter.+ was moved to Version 2 on .+The later one stands\./,
  );
  await replaced.getByRole('button', { name: 'Show the moves' }).click();
  const shown = laptop.page.getByRole('dialog', { name: /^Labels of Version/ });
  await expect(shown.getByRole('region', { name: 'Moves of labels' })).toContainText('to Version 2');
  await expect(notices(phone.page)).not.toContainText('production');

  for (const { page } of [laptop, phone]) {
    await page.reload();
    await press(page, 'Labels of version 1');
    const dialog = page.getByRole('dialog', { name: 'Labels of Version 1' });
    await expect(dialog.getByRole('checkbox', { name: /^production on Version 2/ })).not.toBeChecked();
    await expect(
      dialog.getByText(/to Version 2 ?It had been moved to Version 1 on another device/),
    ).toBeVisible();
  }
});
