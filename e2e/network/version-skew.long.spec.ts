/** An old app against a new server and the reverse: nothing is dropped, and what is not known is kept. */
import type { Page } from '@playwright/test';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  promptContent,
  renamePrompt,
  signIn,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const updateNeeded = {
  status: 426,
  headers: { 'X-Promptory': '2', 'Content-Type': 'application/problem+json' },
  body: JSON.stringify({ type: 'about:blank', title: 'Update needed', status: 426, code: 'update_needed' }),
};

test('where the server wants a newer app nothing is dropped, typing goes on, and the update sends it all', async ({
  newDevice,
  person,
}) => {
  const { page, context } = await newDevice();
  await signUp(page, person);
  await createProject(page, 'Notes');
  await createPrompt(page, 'Draft');
  await everythingIsSynced(page);

  await context.route(/\/api\/sync\/push/, (route) => route.fulfill(updateNeeded));
  await typeAtEnd(page, 'Written with the old app');
  await expect(syncStatus(page)).toHaveText('Needs attention');
  await typeAtEnd(page, ', and more of it');
  await renamePrompt(page, 'Draft', 'Letter');
  await expect(syncStatus(page)).toHaveText('Needs attention');
  await syncStatus(page).getByRole('button').click();
  const details = page.getByRole('dialog', { name: 'Sync' });
  await expect(details).toContainText('The server needs a newer version of Promptory');
  await expect(details).toContainText(/\d+ changes?/);

  // The newer app: the server takes what it says.
  await context.unroute(/\/api\/sync\/push/);
  await details.getByRole('button', { name: 'Reload' }).click();
  await workspaceIsOpen(page);
  await everythingIsSynced(page);
  await openPrompt(page, 'Letter');
  expect(await textOf(page)).toBe('Written with the old app, and more of it');
  const [project] = await (await page.request.get('/api/projects')).json();
  const prompts = await (await page.request.get(`/api/projects/${project.id}/prompts`)).json();
  expect(prompts).toMatchObject([{ title: 'Letter', content: 'Written with the old app, and more of it' }]);
});

/** The prompt's row as this device keeps it. */
function keptPrompt(page: Page): Promise<Record<string, unknown> | undefined> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const name = names.find((one) => /^promptory-library-/.test(one) && !one.endsWith('-snapshots'));
    if (name === undefined) return undefined;
    const db = await done(indexedDB.open(name));
    const [found] = await done(db.transaction('prompts').objectStore('prompts').getAll());
    db.close();
    return found?.row;
  });
}

test('fields of a newer server are kept through edits, starts and answers', async ({ newDevice, person }) => {
  const laptop = await newDevice();
  await signUp(laptop.page, person);
  await createProject(laptop.page, 'Notes');
  await createPrompt(laptop.page, 'Draft');
  await typeAtEnd(laptop.page, 'From the laptop.');
  await everythingIsSynced(laptop.page);

  // What a newer server would say of each prompt.
  const phone = await newDevice();
  const { page } = phone;
  let added = 0;
  await phone.context.route(/\/api\/sync\/changes/, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    for (const change of body.changes ?? []) {
      change.novelty = 'of the change';
      if (change.type !== 'prompt' || change.row === undefined) continue;
      change.row.mood = 'serene';
      added += 1;
    }
    await route.fulfill({ response: answer, json: { ...body, hint: 'of the page' } });
  });
  await signIn(page, person);
  await expandProject(page, 'Notes');
  await openPrompt(page, 'Draft');
  await everythingIsSynced(page);
  expect(await keptPrompt(page)).toMatchObject({ mood: 'serene' });

  await phone.cutNetwork();
  await typeAtEnd(page, ' From the phone.');
  await renamePrompt(page, 'Draft', 'Letter');
  await expect.poll(() => keptPrompt(page)).toMatchObject({ title: 'Letter', mood: 'serene' });
  await phone.restoreNetwork();
  await syncNow(page);
  await everythingIsSynced(page);
  expect(await keptPrompt(page)).toMatchObject({
    mood: 'serene',
    content: 'From the laptop. From the phone.',
  });
  expect(added).toBeGreaterThan(1);

  await expect(treeItem(laptop.page, 'Letter')).toBeVisible();
  await expect.poll(() => textOf(laptop.page)).toBe('From the laptop. From the phone.');
});

test('a new version of the app that is taken while words are not saved yet loses none of them', async ({
  newDevice,
  person,
}) => {
  const { page, context, appIsKept } = await newDevice();
  await signUp(page, person);
  await createProject(page, 'Notes');
  await createPrompt(page, 'Draft');
  await typeAtEnd(page, 'Before. ');
  await everythingIsSynced(page);
  await appIsKept();

  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    // A build of its own: the same app under a script of other bytes.
    await navigator.serviceWorker.register('/service-worker.js?newer', { scope: registration?.scope ?? '/' });
  });
  await expect(page.getByText('A new version of Promptory is ready.')).toBeVisible();
  await typeAtEnd(page, 'In the very last moment.');
  // The reload may be over before the click is.
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update', exact: true }).click();
  await loaded;
  await workspaceIsOpen(page);
  await openPrompt(page, 'Draft');
  await expect(promptContent(page)).toContainText('In the very last moment.');
  expect(await textOf(page)).toBe('Before. In the very last moment.');
  expect(context.pages()).toHaveLength(1);
  await everythingIsSynced(page);
});
