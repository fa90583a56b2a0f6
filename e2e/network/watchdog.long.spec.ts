/** The chip turns red by itself where something waits for a minute although the server answers. */
import { expect, test, testOnOwnServer } from '../stage/stage.ts';
import {
  createProject,
  everythingIsSynced,
  expandProject,
  signUp,
  syncNow,
  syncStatus,
  treeItem,
} from '../stage/workspace.ts';

// No worker is part of what is tested here.

const minute = 60_000;

test('a file that the server cannot take for a minute needs attention by name, and goes once it can', async ({
  newDevice,
  person,
}) => {
  const { page, context } = await newDevice();
  await page.clock.install();
  await signUp(page, person);
  await createProject(page, 'Notes');
  await everythingIsSynced(page);

  // Texts pass; of a file it takes nothing.
  await context.route('**/api/files/*', (route, request) =>
    request.method() === 'PUT'
      ? route.fulfill({ status: 500, headers: { 'X-Promptory': '1' }, body: '' })
      : route.continue(),
  );
  await expandProject(page, 'Notes');
  await treeItem(page, 'Resources').click();
  await page.getByRole('button', { name: 'Upload resource to Notes' }).click();
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles([{ name: 'later.txt', mimeType: 'text/plain', buffer: Buffer.from('later') }]);
  const dialog = page.getByRole('dialog', { name: 'Upload Resource' });
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(syncStatus(page)).toHaveText('1 file waiting');

  // The minute begins with the first try that failed, whenever that is.
  await expect(async () => {
    await page.clock.fastForward(minute);
    await expect(syncStatus(page)).toHaveText('Needs attention', { timeout: 2000 });
  }).toPass();
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const files = page.getByRole('dialog', { name: 'Sync centre' }).getByRole('region', { name: 'Files' });
  await expect(files).toContainText('later.txt');
  await expect(files).toContainText('could not take this file for more than a minute');
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await context.unroute('**/api/files/*');
  await syncNow(page);
  await everythingIsSynced(page);
});

testOnOwnServer(
  'a minute without a server is no reason to call for attention',
  async ({ server, newDevice, person }) => {
    const { page } = await newDevice();
    await page.clock.install();
    await signUp(page, person);
    await createProject(page, 'Notes');
    await everythingIsSynced(page);
    await server.kill();
    await createProject(page, 'Letters');
    await expect(syncStatus(page)).toHaveText(/^Offline, \d+ waiting$/);
    await page.clock.fastForward(3 * minute);
    await expect(syncStatus(page)).toHaveText(/^Offline, \d+ waiting$/);
    await server.start();
    await syncNow(page);
    await everythingIsSynced(page);
  },
);
