/** Tests storage that is full, breaks off, closes or loses its content: it is shown at once, and no text is lost. */
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../stage/stage.ts';
import {
  createPrompt,
  everythingIsSynced,
  openPrompt,
  promptContent,
  syncNow,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import {
  become,
  fragileStorage,
  type Stage,
  serverHas,
  textSurvives,
  titles,
  withDraft,
} from './storage-trouble-scene.ts';

// No worker is part of what is tested here.

/** Makes a project elsewhere while storage is in trouble: it is missing visibly, and comes afterwards. */
async function comesAfterwards({ newDevice, person }: Stage, trouble: 'full' | 'aborts'): Promise<void> {
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
}

test('where storage breaks off, the text stays, can be taken along, and is saved once it can be', async ({
  newDevice,
  person,
}) => {
  await textSurvives({ newDevice, person }, 'aborts');
});

test('what comes from elsewhere while storage is full is said not to be here, and comes afterwards', async ({
  newDevice,
  person,
}) => {
  await comesAfterwards({ newDevice, person }, 'full');
});

test('what comes from elsewhere while storage breaks off is said not to be here, and comes afterwards', async ({
  newDevice,
  person,
}) => {
  await comesAfterwards({ newDevice, person }, 'aborts');
});

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

/** Deletes the library under its page; the editor of the new library is the one that is returned. */
async function deleteLibrary(page: Page): Promise<Locator> {
  await promptContent(page).evaluate((editor) => editor.setAttribute('data-of-the-lost-library', ''));
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    for (const name of names.filter((each) => each.startsWith('promptory-library-')))
      indexedDB.deleteDatabase(name);
  });
  return promptContent(page).and(page.locator(':not([data-of-the-lost-library])'));
}

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
  const editorSince = await deleteLibrary(page);
  await expect(editorSince).toHaveText('Before. Kept. Lost');
  await typeAtEnd(page, ' and found.');
  await everythingIsSynced(page);
  await typeAtEnd(page, ' Since.');
  await serverHas(page, 'Before. Kept. Lost and found. Since.');
});

test('what is typed after a save in the middle of a word stays when the library is deleted', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await withDraft(page, person);
  await openPrompt(page, 'Draft');
  await typeAtEnd(page, ' Los');
  await serverHas(page, 'Before. Los');
  await typeAtEnd(page, 't');
  await expect(await deleteLibrary(page)).toHaveText('Before. Lost');
  await everythingIsSynced(page);
  await serverHas(page, 'Before. Lost');
});

test('what was saved to a library that was deleted before it could be sent comes back from the open editor', async ({
  newDevice,
  person,
}) => {
  const { page, context } = await newDevice();
  await withDraft(page, person);
  await openPrompt(page, 'Draft');
  await typeAtEnd(page, ' Kept.');
  await serverHas(page, 'Before. Kept.');
  await context.setOffline(true);
  await typeAtEnd(page, ' Lost');
  await expect(syncStatus(page)).toHaveText('Offline, 1 waiting');
  const editorSince = await deleteLibrary(page);
  await context.setOffline(false);
  await expect(editorSince).toHaveText('Before. Kept. Lost');
  await serverHas(page, 'Before. Kept. Lost');
  await everythingIsSynced(page);
});
