/** Does on the screens what a person does, by the names that they see there. */
import { expect, type Locator, type Page } from '@playwright/test';

export type Person = { displayName: string; username: string; password: string };

export const ada: Person = { displayName: 'Ada Lovelace', username: 'ada', password: 'analytical engine' };

/** Registers the person by a request and opens the app, signed in. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await registerByRequest(page, person);
  await page.goto('/');
  await workspaceIsOpen(page);
}

/** Signs the person in by a request and opens the app. */
export async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await startSession(page, '/api/login', { username, password });
  await page.goto('/');
  await workspaceIsOpen(page);
}

/** Creates the account; the session's cookie is in the page's context afterwards. */
export async function registerByRequest(page: Page, person: Person): Promise<void> {
  await startSession(page, '/api/register', person);
}

async function startSession(page: Page, path: string, credentials: object): Promise<void> {
  const answer = await page.request.post(path, { data: credentials });
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
}

/** Signs up on the screen, for tests of signing up. */
export async function signUpByForm(page: Page, person: Person): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await fillSignUp(page, person);
  await workspaceIsOpen(page);
}

export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Full Name').fill(person.displayName);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
}

/** Signs in on the screen, for tests of signing in, or of what a browser has after signing out. */
export async function signInByForm(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await workspaceIsOpen(page);
}

/** For what most tests wait for: an assertion that has failed four times looks once a second. */
const often = { intervals: [50, 100] };

export async function workspaceIsOpen(page: Page): Promise<void> {
  // The sidebar is a drawer on narrow screens; the header is always there.
  const isOpen = () => syncStatus(page).isVisible();
  await expect.poll(isOpen, { ...often, message: 'the workspace is open' }).toBe(true);
}

/** A project, a prompt, a folder or a file in the sidebar: the label of the last two goes on with a count or a size. */
/** Chooses an entry of the menu at the sidebar's head; on narrow screens the sidebar is a drawer. */
export async function chooseOfLibrary(page: Page, item: string): Promise<void> {
  const show = page.getByRole('button', { name: 'Show projects' });
  if (await show.isVisible()) await show.click();
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

export function treeItem(page: Page, name: string): Locator {
  const literal = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return page.getByRole('treeitem', {
    name: new RegExp(`^${literal}( \\d+ files?| [\\d.]+ (Bytes|[KMG]B)( .+)?)?$`),
  });
}

export async function createProject(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New Project' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create New Project' });
  await dialog.getByLabel('Project Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(dialog).toBeHidden();
  await expect(treeItem(page, name)).toBeVisible();
}

/** In the project that is selected; its tab is open afterwards. */
export async function createPrompt(page: Page, title: string): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'New Prompt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Prompt' });
  await dialog.getByLabel('Prompt Title').fill(title);
  await dialog.getByRole('button', { name: 'Create Prompt' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('tab', { name: title, selected: true })).toBeVisible();
}

/** Expands a project; expansion is synced, so on another device it may be expanded already. */
export async function expandProject(page: Page, name: string): Promise<void> {
  const project = treeItem(page, name);
  await expect(project).toBeVisible();
  if ((await project.getAttribute('aria-expanded')) === 'true') return;
  await project.getByRole('button', { name: `Expand project ${name}`, exact: true }).click();
  await expect(project).toHaveAttribute('aria-expanded', 'true');
}

export async function openPrompt(page: Page, title: string): Promise<void> {
  await treeItem(page, title).click();
  await expect(page.getByRole('tab', { name: title, selected: true })).toBeVisible();
}

export async function renamePrompt(page: Page, from: string, to: string): Promise<void> {
  await treeItem(page, from).hover();
  await page.getByRole('button', { name: `Prompt menu of ${from}`, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Prompt' });
  await dialog.getByLabel('Prompt Title').fill(to);
  await dialog.getByRole('button', { name: 'Rename' }).click();
  // A question about references to it may cover the tree at once.
  await expect(dialog).toBeHidden();
}

export function promptContent(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Prompt content' });
}

/** By the keyboard: a person's hand takes longer from the mouse to a key than a page does under load. */
async function goTo(page: Page, end: 'Home' | 'End'): Promise<void> {
  await promptContent(page).focus();
  await page.keyboard.press(`Control+${end}`);
}

/** At the end of the text, as a person types it. */
export async function typeAtEnd(page: Page, words: string): Promise<void> {
  await goTo(page, 'End');
  await page.keyboard.type(words);
}

export async function typeAtStart(page: Page, words: string): Promise<void> {
  await goTo(page, 'Home');
  await page.keyboard.type(words);
}

/** Key by key; `before` is how the text begins, up to the word. */
export async function replaceWord(
  page: Page,
  { before, word, by }: { before: string; word: string; by: string },
): Promise<void> {
  await goTo(page, 'Home');
  for (let step = 0; step < before.length; step += 1) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < word.length; step += 1) await page.keyboard.press('Delete');
  await page.keyboard.type(by);
}

export async function saveVersion(page: Page, description: string): Promise<void> {
  await page.getByRole('button', { name: 'Save New Version' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save New Version' });
  await dialog.getByLabel('Version Description').fill(description);
  await dialog.getByRole('button', { name: 'Save Version' }).click();
  await expect(dialog).toBeHidden();
}

export function syncStatus(page: Page): Locator {
  return page.getByRole('status', { name: 'Sync status' });
}

/** `timeout`: in milliseconds, for more rows than a test has elsewhere. */
export async function everythingIsSynced(page: Page, { timeout }: { timeout?: number } = {}): Promise<void> {
  await expect
    .poll(() => syncWords(page), { ...often, ...(timeout !== undefined && { timeout }) })
    .toBe('Synced');
}

/** Matches the status where only text that was typed and not added is left, or a setting without a value. */
export const nothingToSend = /^(Synced|\d+ unfinished (note|setting)s?)$/;

/** Returns what the chip says, without the marks of a pseudo-language, which are not drawn. */
export async function syncWords(page: Page): Promise<string> {
  return ((await syncStatus(page).textContent()) ?? '').replaceAll(/[\u200b\u00ad]/g, '').trim();
}

/** Starts a sync round at once, for tests that know that the server is back. */
export async function syncNow(page: Page): Promise<void> {
  await syncStatus(page).getByRole('button').click();
  await page.getByRole('dialog', { name: 'Sync' }).getByRole('button', { name: 'Sync now' }).click();
  await page.keyboard.press('Escape');
}

/** Has the app ask the server at once; what it comes to may be there already, and then offers no "Sync now". */
export async function askServer(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

const nothingCopied = 'nothing was copied yet';

/** Every byte of the text that is open, as the Copy button gives it. */
export async function textOf(page: Page): Promise<string> {
  await expect(promptContent(page)).toBeVisible();
  await page.bringToFront();
  await page.evaluate((text) => navigator.clipboard.writeText(text), nothingCopied);
  await page.getByRole('button', { name: 'Copy to Clipboard' }).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).not.toBe(nothingCopied);
  return copied();
}
