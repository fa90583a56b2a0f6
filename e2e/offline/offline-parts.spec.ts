/** Tests that parts of the app that not everybody needs are there without a network where they should be. */

import { pressTool } from '../screens/screens.ts';
import { startFrontProxy } from '../stage/front-proxy.ts';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { chooseOfLibrary, promptContent } from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

test('a device that goes offline at once opens its workspace and panels, and says what has not come yet', async ({
  server,
  newDevice,
  person,
}) => {
  const isLater = (path: string) => /\/transfer-worker-/.test(path);
  const unavailable = { status: 503, headers: {}, body: '' };
  await using proxy = await startFrontProxy(server.origin, {
    answer: ({ path }) => (isLater(path) ? unavailable : null),
  });
  const { page, appIsKept, cutNetwork, restoreNetwork } = await newDevice({ baseURL: proxy.origin });
  await openWithPrompt(page, person, { project: 'Letters', title: 'Answer', content: 'Dear all' });
  await appIsKept();
  await cutNetwork();
  await page.reload();
  await expect(promptContent(page)).toContainText('Dear all');
  await pressTool(page, 'Show Variables');
  await expect(page.getByRole('complementary', { name: 'Variables' })).toBeVisible();
  await chooseOfLibrary(page, 'Export…');
  const dialog = page.getByRole('dialog', { name: 'Export', exact: true });
  await dialog.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('This part of the app is not on this device yet.')).toBeVisible();

  await restoreNetwork();
  proxy.follow({});
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/^promptory-.*\.zip$/);
});
