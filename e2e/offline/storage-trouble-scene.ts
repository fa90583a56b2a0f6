import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, type NewDevice } from '../stage/stage.ts';
import {
  everythingIsSynced,
  openPrompt,
  type Person,
  promptContent,
  textOf,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';

export type Trouble = 'none' | 'full' | 'aborts';

declare global {
  interface Window {
    trouble: Trouble;
    openConnections: Set<IDBDatabase>;
  }
}

/** Lets a test say what becomes of writing in this browser from now on. */
export async function fragileStorage(context: BrowserContext) {
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

export async function become(page: Page, trouble: Trouble) {
  await page.evaluate((next) => {
    window.trouble = next;
    sessionStorage.setItem('trouble', next);
  }, trouble);
}

export async function withDraft(page: Page, person: Person) {
  await openWithPrompt(page, person, { project: 'Notes', title: 'Draft', content: 'Before.' });
}

/** The chip says "Synced" until the pause after the last key is over, so the server is asked. */
export async function serverHas(page: Page, content: string) {
  const contents = async (): Promise<unknown[]> => {
    const [project] = await (await page.request.get('/api/projects')).json();
    const prompts = await (await page.request.get(`/api/projects/${project.id}/prompts`)).json();
    return prompts.map((prompt: { content: unknown }) => prompt.content);
  };
  await expect.poll(contents).toContain(content);
}

export const titles = { full: 'This device is full.', aborts: 'The browser did not save the text.' } as const;

export type Stage = { newDevice: NewDevice; person: Person };

/** Types while storage is in trouble: the text stays, can be taken along, and is saved once it can be. */
export async function textSurvives({ newDevice, person }: Stage, trouble: 'full' | 'aborts'): Promise<void> {
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

  // The app tries to save again by itself, without a press.
  await become(page, 'none');
  await expect(notice).toBeHidden();
  await everythingIsSynced(page);
  await page.reload();
  await workspaceIsOpen(page);
  await openPrompt(page, 'Draft');
  await expect(promptContent(page)).toContainText('More.');
  expect(await textOf(page)).toBe('Before. During. More.');
}
