/** Files on real devices with a real server: offline, cut off, full, at the limit, and hostile. */
import type { Page } from '@playwright/test';
import { isPreviewable } from '../../shared/model/file-type.ts';
import { messages } from '../../shared/model/messages.ts';
import { Project } from '../../shared/model/project.ts';
import { Resource } from '../../shared/model/resource.ts';
import { type HostileFile, hostileFiles } from '../../sync-server/testing/hostile-uploads.ts';
import { openDevice } from '../stage/device.ts';
import { startRealServer } from '../stage/real-server.ts';
import { expect, test, testOnOwnServer } from '../stage/stage.ts';
import { createProject, everythingIsSynced, signUp, syncNow, treeItem } from '../stage/workspace.ts';
import { choose, downloaded, hash, openFolder, state, textFile, upload } from './resources-scene.ts';

test.use({ serviceWorkers: 'allow' });
testOnOwnServer.use({ serviceWorkers: 'allow' });

const tenMegabytes = 10 * 1024 * 1024;

/** As the server lists them, of the only project. */
async function storedFiles(page: Page): Promise<Resource[]> {
  const [project] = Project.array().parse(await (await page.request.get('/api/projects')).json());
  const answer = await page.request.get(`/api/projects/${project?.id}/resources`);
  return Resource.array().parse(await answer.json());
}

testOnOwnServer(
  'an upload goes on after the server was killed in the middle of it',
  async ({ newDevice, server, person }) => {
    const { page, context } = await newDevice();
    await signUp(page, person);
    await createProject(page, 'Letters');
    await everythingIsSynced(page);
    await openFolder(page);
    const bytes = Buffer.alloc(6 * 1024 * 1024, 'all work and no play ');
    const offsets: number[] = [];
    let isKilled = false;
    await context.route('**/api/files/*', async (route, request) => {
      if (request.method() !== 'PUT') return route.continue();
      offsets.push(Number(request.headers()['upload-offset']));
      if (offsets.length === 2 && !isKilled) {
        isKilled = true;
        await server.kill();
        return route.abort();
      }
      return route.continue();
    });
    await upload(page, textFile('long.txt', bytes));
    await expect.poll(() => isKilled).toBe(true);
    await expect(state(page, 'long.txt')).toContainText(/Waiting to upload, \d+% sent/);
    await server.start();
    await syncNow(page);
    await expect(state(page, 'long.txt')).toHaveText('6.0 MB');
    // What had arrived was not sent again.
    expect(offsets.filter((offset) => offset === 0)).toHaveLength(1);
    const [stored] = await storedFiles(page);
    const answer = await page.request.get(`/api/resources/${stored?.id}/download`);
    expect(hash(await answer.body())).toBe(hash(bytes));
  },
);

test('an upload that is cancelled leaves nothing on either side', async ({ newDevice, person }) => {
  const { page, cutNetwork, restoreNetwork } = await newDevice();
  await signUp(page, person);
  await createProject(page, 'Letters');
  await everythingIsSynced(page);
  await cutNetwork();
  await openFolder(page);
  await upload(page, textFile('unwanted.txt', 'never mind'));
  await page.getByRole('button', { name: 'Cancel upload of unwanted.txt' }).click();
  await expect(treeItem(page, 'No resources found')).toBeVisible();
  await restoreNetwork();
  await syncNow(page);
  await everythingIsSynced(page);
  expect(await storedFiles(page)).toEqual([]);
});

test('ten megabytes are taken, and one byte more is refused with its sentence', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await createProject(page, 'Letters');
  await everythingIsSynced(page);
  await openFolder(page);
  await choose(page, textFile('larger.txt', Buffer.alloc(tenMegabytes + 1, 65)));
  await expect(page.getByText(messages.fileTooLarge, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await upload(page, textFile('largest.txt', Buffer.alloc(tenMegabytes, 65)));
  await expect(state(page, 'largest.txt')).toHaveText('10.0 MB');
});

test('a full storage is said on the row, and the file stays on its device', async ({ browser, person }) => {
  await using server = await startRealServer({ MAX_STORAGE_PER_USER: '1MB' });
  const { page, context } = await openDevice(browser, { baseURL: server.origin });
  await signUp(page, person);
  await createProject(page, 'Letters');
  await everythingIsSynced(page);
  await openFolder(page);
  await upload(page, textFile('first.txt', Buffer.alloc(900_000, 65)));
  await expect(state(page, 'first.txt')).toHaveText('878.9 KB');
  await upload(page, textFile('second.txt', Buffer.alloc(500_000, 66)));
  await expect(state(page, 'second.txt')).toContainText(/Upload refused: .*storage/i);
  await page.getByRole('button', { name: 'Retry upload of second.txt' }).click();
  await expect(state(page, 'second.txt')).toContainText(/Upload refused: .*storage/i);
  expect(hash(await downloaded(page, 'second.txt'))).toBe(hash(Buffer.alloc(500_000, 66)));
  await context.close();
});

const parts = 3;
for (let part = 0; part < parts; part += 1) {
  test(`of hostile files no script runs and no request leaves the origin, part ${part + 1} of ${parts}`, async ({
    browser,
    server,
    person,
  }) => {
    test.setTimeout(15 * 60_000);
    const { page, context, pageErrors } = await openDevice(browser, {
      baseURL: server.origin,
      // The list renders what is in sight: all of its rows.
      viewport: { width: 1024, height: 1000 },
    });
    const outside: string[] = [];
    const ran: string[] = [];
    // Only what passes every policy of the browser comes here.
    await context.route(
      (url) => /^https?:$/.test(url.protocol) && url.origin !== server.origin,
      (route) => {
        outside.push(route.request().url());
        return route.abort();
      },
    );
    context.on('dialog', (dialog) => {
      ran.push(dialog.message());
      void dialog.dismiss();
    });
    await signUp(page, person);
    await createProject(page, 'Letters');
    await everythingIsSynced(page);
    await openFolder(page);
    const files = hostileFiles();
    expect(files.length).toBeGreaterThanOrEqual(60);
    const mine = files.filter(({ bytes }, at) => bytes.length <= tenMegabytes && at % parts === part);
    await dropOnFolder(page, mine);
    await syncNow(page);
    await expect.poll(async () => (await storedFiles(page)).length).toBeGreaterThanOrEqual(15);
    const unsent = page.getByText(/Waiting to upload|Uploading/);
    for (let left = await unsent.count(); left > 0; left = await unsent.count())
      await expect.poll(() => unsent.count()).toBeLessThan(left);
    await everythingIsSynced(page);

    const direct = await context.newPage();
    await page.bringToFront();
    for (const { id, name, fileType } of await storedFiles(page)) {
      // Where the name is what means harm, the bytes are a few words, and no tab or page of them shows the name.
      const isOnlyName = mine[Number.parseInt(name, 10)]?.what.startsWith('the name') ?? false;
      await openEveryWay(page, { id, fileType, inTab: !isOnlyName });
      // By its address, as a page; what is only given as a download leaves the page before.
      if (!isOnlyName) await direct.goto(`/api/resources/${id}/download?inline=1`).catch(() => null);
      for (const tab of context.pages()) {
        if (await scriptRan(tab)) ran.push(name);
        if (tab !== page && tab !== direct) await tab.close();
      }
    }
    expect(ran).toEqual([]);
    expect(outside).toEqual([]);
    // That a policy forbade what such a file asks for is what it is there for.
    expect(pageErrors.filter((error) => !error.includes('Content Security Policy'))).toEqual([]);
    await context.close();
  });
}

/** Drops all files at once, as a person does with a selection; their names begin with their numbers. */
async function dropOnFolder(page: Page, files: readonly HostileFile[]): Promise<void> {
  const encoded = files.map(({ fileName, type, bytes }, index) => ({
    name: `${index} ${fileName.slice(-100)}`,
    type,
    text: Buffer.from(bytes).toString('base64'),
  }));
  await treeItem(page, 'Resources').evaluate((folder, dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, type, text } of dropped) {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name, { type }));
    }
    folder.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, encoded);
}

/** Opens a file by its row, which is the preview, or a tab, or a download; and from the preview in a tab. */
async function openEveryWay(
  page: Page,
  { id, fileType, inTab }: Pick<Resource, 'id' | 'fileType'> & { inTab: boolean },
): Promise<void> {
  const row = page.locator(`[role=treeitem][id$="file-${id}"]`);
  if (!isPreviewable(fileType)) {
    // A tab that opens later would take the next key from this page, and be looked at by nobody.
    const left = leftPage(page);
    await row.press('Enter');
    await left;
    return;
  }
  await row.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expect(dialog.getByText('Loading preview...')).toHaveCount(0);
  if (inTab) {
    const left = leftPage(page);
    await dialog.getByRole('button', { name: 'Open in new tab' }).press('Enter');
    const tab = await left;
    // Only of a tab: what is in it must not reach this page.
    if ('evaluate' in tab && fileType.startsWith('text/')) {
      await tab.waitForLoadState();
      expect(await tab.evaluate(() => window.opener)).toBeNull();
    }
  }
  await dialog.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(dialog).toBeHidden();
}

/** Returns the tab that a file opens in, or its download where it is not to be drawn. */
const leftPage = (page: Page) =>
  Promise.race([page.context().waitForEvent('page'), page.waitForEvent('download')]);

const scriptRan = (where: Page) =>
  where.evaluate(() => 'ranScript' in window || 'ran' in window).catch(() => false);
