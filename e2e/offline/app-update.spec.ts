/** A new version of the app on its way to a device: whole, or not at all; and never at the cost of a text. */

import { startFrontProxy } from '../stage/front-proxy.ts';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  openPrompt,
  promptContent,
  signUp,
  textOf,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import { buildOf, lookForUpdate, serveSecondBuild, takeUpdate } from './app-update-scene.ts';

test.use({ serviceWorkers: 'allow' });

test('of two old tabs one takes the update, and the other goes on with its text until it takes it too', async ({
  server,
  newDevice,
  person,
}) => {
  await using proxy = await startFrontProxy(server.origin);
  const { page: first, context, appIsKept } = await newDevice({ baseURL: proxy.origin });
  await signUp(first, person);
  await createProject(first, 'Letters');
  await createPrompt(first, 'One');
  await createPrompt(first, 'Two');
  await everythingIsSynced(first);
  await appIsKept();
  const second = await context.newPage();
  await second.goto('/');
  await workspaceIsOpen(second);
  await openPrompt(first, 'One');
  await openPrompt(second, 'Two');

  serveSecondBuild(proxy);
  expect(await lookForUpdate(first)).toBe('waiting');
  // Both editors hold text that is not saved yet at the moment of the update.
  await typeAtEnd(second, 'From the second tab.');
  await typeAtEnd(first, 'From the first tab.');
  await takeUpdate(first);
  expect(await buildOf(second)).toBe('first');
  await expect(promptContent(second)).toHaveText('From the second tab.');
  await typeAtEnd(second, ' And on.');
  await everythingIsSynced(second);
  await takeUpdate(second);

  await everythingIsSynced(second);
  await openPrompt(second, 'One');
  expect(await textOf(second)).toBe('From the first tab.');
  await openPrompt(second, 'Two');
  expect(await textOf(second)).toBe('From the second tab. And on.');
});
