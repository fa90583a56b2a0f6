import type { Page } from '@playwright/test';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect } from '../stage/stage.ts';
import { type Person, syncNow, treeItem } from '../stage/workspace.ts';

async function found(page: Page, words: string) {
  return (await (await page.request.get('/api/search', { params: { q: words } })).json()).prompts;
}

/** Says so to the server itself, as another device does. Gives the prompt's id. */
export async function deleteElsewhere(page: Page, origin: string): Promise<number> {
  const [{ id }] = await found(page, 'Brief');
  await page.request.delete(`/api/prompts/${id}`, { headers: { Origin: origin } });
  await syncNow(page);
  await expect(treeItem(page, 'Brief')).toBeHidden();
  return id;
}

export function draftsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('promptory-draft')));
}

export async function furnish(page: Page, person: Person): Promise<void> {
  await openWithPrompt(page, person, { project: 'Letters', title: 'Brief', content: 'Dear reader' });
}
