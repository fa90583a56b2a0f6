/** Tests storage that is full, breaks off, closes or loses its content: it is shown at once, and no text is lost. */
import { expect, test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  expandProject,
  openPrompt,
  promptContent,
  textOf,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import { serverHas, textSurvives, withDraft } from './storage-trouble-scene.ts';

// No worker is part of what is tested here.

test('where storage is full, the text stays, can be taken along, and is saved once it can be', async ({
  newDevice,
  person,
}) => {
  await textSurvives({ newDevice, person }, 'full');
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
