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
  typeAtEnd,
  workspaceIsOpen,
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
