/** Tests storage that is full, breaks off, closes or loses its content: it is shown at once, and no text is lost. */
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { openWithPrompt } from './furnished.ts';
import { expect, test } from './stage.ts';
import {
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  promptContent,
  syncNow,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
  workspaceIsOpen,
} from './workspace.ts';

// No worker is part of what is tested here.
test.use({ serviceWorkers: 'block' });

type Trouble = 'none' | 'full' | 'aborts';

declare global {
  interface Window {
    trouble: Trouble;
    openConnections: Set<IDBDatabase>;
  }
}

/** Lets a test say what becomes of writing in this browser from now on. */
async function fragileStorage(context: BrowserContext) {
  await context.addInitScript(() => {
    // A disk is as full after a reload as before it.
    window.trouble = sessionStorage.getItem('trouble') === 'full' ? 'full' : 'none';
    window.openConnections = new Set();
    const fail = (store: IDBObjectStore) => {
      if (window.trouble === 'full') throw new DOMException('The disk is full.', 'QuotaExceededError');
      if (window.trouble === 'aborts') store.transaction.abort();
    };
    const { put, add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
      fail(this);
      return put.apply(this, args);
    };
    IDBObjectStore.prototype.add = function (this: IDBObjectStore, ...args) {
      fail(this);
      return add.apply(this, args);
    };
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (this: IDBFactory, ...args) {
      const request = open.apply(this, args);
      request.addEventListener('success', () => window.openConnections.add(request.result));
      return request;
    };
  });
}

async function become(page: Page, trouble: Trouble) {
  await page.evaluate((next) => {
    window.trouble = next;
    sessionStorage.setItem('trouble', next);
  }, trouble);
}

async function withDraft(page: Page, person: Person) {
  await openWithPrompt(page, person, { project: 'Notes', title: 'Draft', content: 'Before.' });
}

/** The chip says "Synced" until the pause after the last key is over, so the server is asked. */
async function serverHas(page: Page, content: string) {
  const contents = async (): Promise<unknown[]> => {
    const [project] = await (await page.request.get('/api/projects')).json();
    const prompts = await (await page.request.get(`/api/projects/${project.id}/prompts`)).json();
    return prompts.map((prompt: { content: unknown }) => prompt.content);
  };
  await expect.poll(contents).toContain(content);
}

const titles = { full: 'This device is full.', aborts: 'The browser did not save the text.' } as const;

for (const trouble of ['full', 'aborts'] as const) {
  test(`where storage ${trouble === 'full' ? 'is full' : 'breaks off'}, the text stays, can be taken along, and is saved once it can be`, async ({
    newDevice,
    person,
  }) => {
    const { page, context } = await newDevice();
    await fragileStorage(context);
    await withDraft(page, person);

    await become(page, trouble);
    await typeAtEnd(page, ' During.');
    const notice = page.getByRole('alert').filter({ hasText: titles[trouble] });
    await expect(notice).toContainText('What you typed is kept as a draft in this browser.');
    await expect(promptContent(page)).toContainText('Before. During.');
    const downloading = page.waitForEvent('download');
    await notice.getByRole('button', { name: 'Download text' }).click();
    expect(await readFile(await (await downloading).path(), 'utf8')).toBe('Before. During.');
    await typeAtEnd(page, ' More.');
    await expect(notice).toBeVisible();

    // Nobody presses anything: it is tried again by itself.
    await become(page, 'none');
    await expect(notice).toBeHidden();
    await everythingIsSynced(page);
    await page.reload();
    await workspaceIsOpen(page);
    await openPrompt(page, 'Draft');
    await expect(promptContent(page)).toContainText('More.');
    expect(await textOf(page)).toBe('Before. During. More.');
  });

  test(`what comes from elsewhere while storage ${trouble === 'full' ? 'is full' : 'breaks off'} is said not to be here, and comes afterwards`, async ({
    newDevice,
    person,
  }) => {
    const { page, context } = await newDevice();
    await fragileStorage(context);
    await withDraft(page, person);
    const [project] = await (await page.request.get('/api/projects')).json();
    await become(page, trouble);
    const made = await page.request.post('/api/projects', {
      data: { name: 'From elsewhere', color: project.color },
      headers: { Origin: new URL(page.url()).origin },
    });
    expect(made.status()).toBe(201);
    await expect(syncStatus(page)).toHaveText('Needs attention');
    await syncStatus(page).getByRole('button').click();
    await expect(page.getByRole('dialog', { name: 'Sync' })).toContainText(
      'could not be written on this device',
    );
    await page.keyboard.press('Escape');
    await expect(treeItem(page, 'From elsewhere')).toBeHidden();
    await become(page, 'none');
    await syncNow(page);
    await expect(treeItem(page, 'From elsewhere')).toBeVisible();
    await everythingIsSynced(page);
  });
}

test('what was typed while the device was full is in its prompt after a reload, is counted and named, and is sent once it can be', async ({
  newDevice,
  person,
}) => {
  const { page, context } = await newDevice();
  await fragileStorage(context);
  await withDraft(page, person);
  await become(page, 'full');
  await typeAtEnd(page, ' During.');
  await expect(page.getByRole('alert').filter({ hasText: titles.full })).toBeVisible();
  await page.reload();
  await workspaceIsOpen(page);
  await openPrompt(page, 'Draft');
  await expect(promptContent(page)).toHaveText('Before. During.');
  await expect(page.getByText('What you typed is not saved yet.')).toBeVisible();

  await expect(syncStatus(page)).not.toHaveText('Synced');
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  const drafts = centre.getByRole('region', { name: 'Drafts' });
  await expect(drafts.getByRole('listitem')).toHaveText('Draft of “Draft” Before. During.');
  await expect(centre.getByRole('definition').first()).toHaveText('1 draft');
  await expect(centre.getByText('This device is ready')).toBeHidden();
  await expect(centre.getByText('Not everything is here yet')).toBeVisible();

  await become(page, 'none');
  await expect(drafts).toBeHidden();
  await centre.getByRole('button', { name: 'Close' }).click();
  await everythingIsSynced(page);
  await serverHas(page, 'Before. During.');
  await expect(page.getByText('What you typed is not saved yet.')).toBeHidden();
});

test('what was typed while the device was full is sent after the next start, without its prompt being opened', async ({
  newDevice,
  person,
}) => {
  const { page, context } = await newDevice();
  await fragileStorage(context);
  await withDraft(page, person);
  await createPrompt(page, 'Another');
  await everythingIsSynced(page);
  await openPrompt(page, 'Draft');
  await become(page, 'full');
  await typeAtEnd(page, ' During.');
  await expect(page.getByRole('alert').filter({ hasText: titles.full })).toBeVisible();
  await openPrompt(page, 'Another');
  await page.reload();
  await workspaceIsOpen(page);
  await expect(syncStatus(page)).toHaveText('Needs attention');
  await become(page, 'none');
  await syncNow(page);
  await serverHas(page, 'Before. During.');
  await everythingIsSynced(page);
});

test('a connection that the browser closes is opened again under the app', async ({ newDevice, person }) => {
  const { page, context } = await newDevice();
  await fragileStorage(context);
  await withDraft(page, person);
  await page.evaluate(() => {
    for (const db of window.openConnections) {
      db.close();
      db.dispatchEvent(new Event('close'));
    }
  });
  await typeAtEnd(page, ' After.');
  await createPrompt(page, 'Another');
  await everythingIsSynced(page);
  await openPrompt(page, 'Draft');
  expect(await textOf(page)).toBe('Before. After.');
});

test('a library that is deleted under the app is fetched again', async ({ newDevice, person }) => {
  const { page, context } = await newDevice();
  await withDraft(page, person);
  const other = await context.newPage();
  // Not the app: only a page of the same origin.
  await other.goto('/healthz');
  await other.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const libraries = names.filter((name) => name.startsWith('promptory-library-'));
    if (libraries.length === 0) throw new Error('there is no library to delete');
    for (const name of libraries) {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      });
    }
  });
  await other.close();
  // By itself in the open page, and after a start.
  await expandProject(page, 'Notes');
  await openPrompt(page, 'Draft');
  await expect(promptContent(page)).toContainText('Before.');
  await everythingIsSynced(page);
  await page.reload();
  await workspaceIsOpen(page);
  await openPrompt(page, 'Draft');
  expect(await textOf(page)).toBe('Before.');
  await typeAtEnd(page, ' Going on.');
  await serverHas(page, 'Before. Going on.');
});

test('what is typed after a library was deleted in its own page stays, whatever was a draft before', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await withDraft(page, person);
  await openPrompt(page, 'Draft');
  await typeAtEnd(page, ' Kept.');
  await serverHas(page, 'Before. Kept.');
  await typeAtEnd(page, ' Lost');
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    for (const name of names.filter((each) => each.startsWith('promptory-library-')))
      indexedDB.deleteDatabase(name);
  });
  await typeAtEnd(page, ' and found.');
  await everythingIsSynced(page);
  await typeAtEnd(page, ' Since.');
  await serverHas(page, 'Before. Kept. Lost and found. Since.');
});
