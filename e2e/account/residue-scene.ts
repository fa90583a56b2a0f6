import type { Page } from '@playwright/test';
import { expect } from '../stage/stage.ts';
import {
  createProject,
  createPrompt,
  everythingIsSynced,
  type Person,
  saveVersion,
  signUp,
  typeAtEnd,
} from '../stage/workspace.ts';

/** Words that are in the library and nowhere else: none is one token, which the kept table of tokens would have. */
export const secrets = ['Xylophonquast', 'Quokkaquast', 'Zeppelinquast', 'Marzipanquast'];
/** How the app names what it keeps of a person; the app itself, which stays, knows these words too. */
const traces = ['promptory-library', 'promptory-draft', 'an answer of the API'];

/** Which of the words a page of this origin can find in the browser, wherever anything is kept. */
export function foundOf(page: Page, words: readonly string[]): Promise<string[]> {
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

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

export async function nothingIsLeft(page: Page) {
  expect(await foundOf(page, [...secrets, ...traces])).toEqual([]);
}

export async function furnish(page: Page, person: Person) {
  await signUp(page, person);
  await createProject(page, 'Xylophonquast');
  await createPrompt(page, 'Quokkaquast');
  await typeAtEnd(page, 'Zeppelinquast');
  await saveVersion(page, 'Marzipanquast');
  await page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: /search/i }))
    .first()
    .fill('Zeppelinquast');
  await everythingIsSynced(page);
  await page.keyboard.press('Escape');
}
