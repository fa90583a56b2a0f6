/** After signing out nothing of the library is left in the browser; and what waits is never given up unasked. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  expandProject,
  openPrompt,
  type Person,
  saveVersion,
  signInByForm,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
} from './workspace.ts';

/** Words that are in the library and nowhere else. */
const secrets = ['Xylophon', 'Quokka', 'Zeppelin', 'Marzipan'];
/** How the app names what it keeps of a person; the app itself, which stays, knows these words too. */
const traces = ['promptory-library', 'promptory-draft', 'an answer of the API'];

/** Which of the words a page of this origin can find in the browser, wherever anything is kept. */
function foundOf(page: Page, words: readonly string[]): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const found: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      found.push(name);
      const db = await done(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const rows = await done(db.transaction(store).objectStore(store).getAll());
        found.push(JSON.stringify(rows));
        for (const row of rows) {
          for (const value of Object.values(row)) {
            if (value instanceof Blob || value instanceof ArrayBuffer) {
              found.push(await new Response(value).text());
            }
          }
        }
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        found.push(request.url);
        if (new URL(request.url).pathname.startsWith('/api')) found.push('an answer of the API');
        const text = (await (await cache.match(request))?.text()) ?? '';
        found.push(text.replaceAll('promptory-library', '').replaceAll('promptory-draft', ''));
      }
    }
    return wanted.filter((word) => found.some((text) => text.includes(word)));
  }, words);
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

async function nothingIsLeft(page: Page) {
  expect(await foundOf(page, [...secrets, ...traces])).toEqual([]);
}

async function furnish(page: Page, person: Person) {
  await signUp(page, person);
  await createProject(page, 'Xylophon');
  await createPrompt(page, 'Quokka');
  await typeAtEnd(page, 'Zeppelin');
  await saveVersion(page, 'Marzipan');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /search/i }))
    .first()
    .fill('Zeppelin');
  await everythingIsSynced(page);
  await page.keyboard.press('Escape');
}

test('nothing of a library is left after signing out; Back and a reload without a network ask to sign in', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await furnish(page, person);
  await laptop.appIsKept();
  // Something to go back to.
  await page.goto('/?another');
  await expect(treeItem(page, 'Xylophon')).toBeVisible();
  // What is looked for afterwards is found as long as it is there.
  expect(await foundOf(page, secrets)).toEqual(secrets);

  await signOut(page);
  await expect(page).toHaveURL(/\/auth$/);
  await nothingIsLeft(page);

  await page.goBack();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByText('Xylophon')).toBeHidden();

  await laptop.cutNetwork();
  for (const path of ['/', '/auth']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth$/);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  }
  await nothingIsLeft(page);

  await laptop.restoreNetwork();
  await page.reload();
  await signUp(page, {
    displayName: 'Eve',
    username: `${person.username}-eve`,
    password: 'another word entirely',
  });
  await expect(page.getByText('Xylophon')).toBeHidden();
  await createProject(page, 'Eve was here');
  await everythingIsSynced(page);
  expect(await foundOf(page, secrets)).toEqual([]);
  await signOut(page);
  await expect(page).toHaveURL(/\/auth$/);
  await signInByForm(page, person);
  await expandProject(page, 'Xylophon');
  await expect(treeItem(page, 'Eve was here')).toBeHidden();
  await openPrompt(page, 'Quokka');
  expect(await textOf(page)).toBe('Zeppelin');
});

test('signing out in one tab clears the others as well', async ({ newDevice, person }) => {
  const { page, context } = await newDevice();
  await furnish(page, person);
  const second = await context.newPage();
  await second.goto('/');
  await expect(treeItem(second, 'Xylophon')).toBeVisible();
  await signOut(page);
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL(/\/auth$/);
    await nothingIsLeft(tab);
  }
});

test('what waits can be taken along as a file before signing out, and comes in again from it', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await furnish(page, person);
  await laptop.appIsKept();
  await laptop.cutNetwork();
  await typeAtEnd(page, ' over the Alps');
  await expect(syncStatus(page)).toHaveText(/^Offline, \d+ waiting$/);

  await signOut(page);
  const question = page.getByRole('alertdialog', { name: 'Sign out without syncing?' });
  await expect(question).toContainText(/\d+ changes? exists? only on this device/);
  await expect(question.getByRole('button')).toHaveText(['Stay', 'Export', 'Discard and sign out']);
  const downloading = page.waitForEvent('download');
  await question.getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^promptory-waiting-ada\d+-.*\.json$/);
  const path = await download.path();
  expect(await readFile(path, 'utf8')).toContain('Zeppelin over the Alps');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await nothingIsLeft(page);

  await laptop.restoreNetwork();
  await page.reload();
  await signInByForm(page, person);
  await expandProject(page, 'Xylophon');
  await openPrompt(page, 'Quokka');
  expect(await textOf(page)).toBe('Zeppelin');
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Open sync centre' }).click();
  const centre = page.getByRole('dialog', { name: 'Sync centre' });
  await centre.getByLabel('Library file to import').setInputFiles(path);
  await centre.getByRole('button', { name: 'Import', exact: true }).click();
  await centre.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => textOf(page)).toBe('Zeppelin over the Alps');
  await syncNow(page);
  await everythingIsSynced(page);
});
