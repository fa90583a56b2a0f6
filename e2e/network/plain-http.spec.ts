/**
 * The app at a name of the local network without https, which is no secure context: no Web Locks, no service worker,
 * no subtle crypto, no clipboard interface. Everything works there but an offline start, and the screens say so.
 */
import { messages } from '../../shared/model/messages.ts';
import { chromiumFlags } from '../chromium.ts';
import { expect, testOnOwnServer as test } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  promptContent,
  signInByForm,
  signUpByForm,
  treeItem,
  typeAtEnd,
} from '../stage/workspace.ts';
import { addressOf, executablePath, hostName, openCentre } from './plain-http-scene.ts';

test.use({
  // On loopback alone a server answers to no other name.
  serverVariables: { HOST: '0.0.0.0', REGISTRATION: 'open' },
  launchOptions: {
    ...(executablePath ? { executablePath } : {}),
    args: [...chromiumFlags, `--host-resolver-rules=MAP ${hostName} 127.0.0.1`],
  },
});

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
