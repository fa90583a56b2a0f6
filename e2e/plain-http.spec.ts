/**
 * The app at a name of the local network without https, which is no secure context: no Web Locks, no service worker,
 * no subtle crypto, no clipboard interface. Everything works there but an offline start, and the screens say so.
 */
import type { Page } from '@playwright/test';
import { messages } from '../shared/model/messages.ts';
import { chromiumFlags, lightChromiumPath } from './chromium.ts';
import { expect, testOnOwnServer as test } from './stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  promptContent,
  signInByForm,
  signUpByForm,
  syncStatus,
  treeItem,
  typeAtEnd,
  workspaceIsOpen,
} from './workspace.ts';

const executablePath = lightChromiumPath();
const hostName = 'promptory.test';

test.use({
  // On loopback alone a server answers to no other name.
  serverVariables: { HOST: '0.0.0.0', REGISTRATION: 'open' },
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${hostName} 127.0.0.1`],
  },
});

const addressOf = (origin: string) => `http://${hostName}:${new URL(origin).port}`;

async function openCentre(page: Page) {
  await page.bringToFront();
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  await expect(centre).toBeVisible();
  return centre;
}

test('at a plain http name a person signs up, writes and adds a file, and a second device has it all', async ({
  server,
  newDevice,
  person,
}) => {
  const baseURL = addressOf(server.origin);
  const { page } = await newDevice({ baseURL, permissions: [] });
  await page.goto('/auth');
  expect(
    await page.evaluate(() => [
      isSecureContext,
      'locks' in navigator,
      'serviceWorker' in navigator,
      'clipboard' in navigator,
      'subtle' in crypto && crypto.subtle !== undefined,
    ]),
  ).toEqual([false, false, false, false, false]);
  await expect(page.getByText(messages.addressNotSecure)).toBeVisible();

  await signUpByForm(page, person);
  await expect(page.getByText(messages.addressNotSecure)).toBeVisible();
  await createProject(page, 'Letters');
  await createPrompt(page, 'Draft');
  await typeAtEnd(page, 'Written without a secure context.');
  await treeItem(page, 'Resources').click();
  await page.getByRole('button', { name: 'Upload resource to Letters' }).click();
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan of the letters') };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  const upload = page.getByRole('dialog', { name: 'Upload Resource' });
  await upload.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(upload).toBeHidden();
  await everythingIsSynced(page);

  const phone = await newDevice({ baseURL, permissions: [] });
  await signInByForm(phone.page, person);
  await expandProject(phone.page, 'Letters');
  await openPrompt(phone.page, 'Draft');
  await expect(promptContent(phone.page)).toHaveText('Written without a secure context.');
  await treeItem(phone.page, 'Resources').click();
  await treeItem(phone.page, 'plan.txt').click();
  await expect(phone.page.getByText('The plan of the letters')).toBeVisible();
  await phone.page.getByRole('button', { name: 'Close', exact: true }).click();

  await typeAtEnd(phone.page, ' And on.');
  await expect(promptContent(page)).toHaveText('Written without a secure context. And on.');

  // Copied by the button, pasted by the keyboard.
  await page.bringToFront();
  await page.getByRole('button', { name: 'Copy to Clipboard' }).click();
  await expect(page.getByText('Copied to clipboard')).toBeVisible();
  const search = page.getByRole('combobox', { name: 'Search prompts' });
  await search.focus();
  await page.keyboard.press('Control+V');
  await expect(search).toHaveValue('Written without a secure context. And on.');
  await page.keyboard.press('Escape');

  const centre = await openCentre(page);
  await expect(centre.getByText(messages.addressNotSecure)).toBeVisible();
  await expect(centre.getByText(/^The app itself cannot be kept here/)).toBeVisible();
  await expect(centre.getByText('This device is ready: everything works without a network.')).toBeHidden();
});

test('at a plain http name two tabs write at once, and when the leading one is killed the other takes over', async ({
  server,
  newDevice,
  person,
}) => {
  const baseURL = addressOf(server.origin);
  const { page: first, context } = await newDevice({ baseURL, permissions: [] });
  await signUpByForm(first, person);
  await createProject(first, 'Letters');
  await createPrompt(first, 'One');
  await createPrompt(first, 'Two');
  await everythingIsSynced(first);
  const phone = await newDevice({ baseURL, permissions: [] });
  await signInByForm(phone.page, person);
  await expandProject(phone.page, 'Letters');

  const second = await context.newPage();
  await second.goto('/');
  await workspaceIsOpen(second);
  let centre = await openCentre(second);
  await expect(centre.getByText(messages.anotherTabLeads)).toBeVisible();
  await centre.getByRole('button', { name: 'Close' }).last().click();
  centre = await openCentre(first);
  await expect(centre.getByText(messages.anotherTabLeads)).toBeHidden();
  await centre.getByRole('button', { name: 'Close' }).last().click();

  await openPrompt(first, 'One');
  await openPrompt(second, 'Two');
  await Promise.all([typeAtEnd(first, 'From the first tab.'), typeAtEnd(second, 'From the second tab.')]);
  await everythingIsSynced(first);
  await everythingIsSynced(second);
  await openPrompt(phone.page, 'One');
  await expect(promptContent(phone.page)).toHaveText('From the first tab.');
  await openPrompt(phone.page, 'Two');
  await expect(promptContent(phone.page)).toHaveText('From the second tab.');

  // Without a last word: nothing is released, so the lease has to run out.
  const crashed = first.waitForEvent('crash');
  await first.goto('chrome://crash').catch(() => undefined);
  await crashed;
  centre = await openCentre(second);
  await expect(centre.getByText(messages.anotherTabLeads)).toBeHidden();
  await centre.getByRole('button', { name: 'Close' }).last().click();
  await typeAtEnd(second, ' It goes on.');
  await expect(promptContent(phone.page)).toHaveText('From the second tab. It goes on.');
  await typeAtEnd(phone.page, ' Both ways.');
  await expect(promptContent(second)).toHaveText('From the second tab. It goes on. Both ways.');
  await everythingIsSynced(second);
});
