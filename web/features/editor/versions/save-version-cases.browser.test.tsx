import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { commit } from '../../../data/commit/commit.ts';
import type { Library } from '../../../data/database/library.ts';
import { judgedRuns, withCases } from '../../../data/run/cases-scene.ts';
import { openedLibrary } from '../../../data/testing/server-rows-scene.ts';
import { Lent } from '../../../session/lent-library-scene.tsx';
import { type Drawn, draw } from '../../../ui/testing/drawn.tsx';
import { SaveVersionDialog } from './save-version-dialog.tsx';

let drawn: Drawn | undefined;
let library: Library;
afterEach(() => {
  drawn?.close();
  library.db.close();
});

async function openDialog(newest = { id: 9, version: 1, content: 'Hi {{name}}' }): Promise<void> {
  drawn = draw(
    <Lent library={library} now={() => Date.now()}>
      <SaveVersionDialog
        {...{ open: true, saving: false, text: 'Hello {{name}}', newest }}
        onClose={() => {}}
        onSave={() => {}}
      />
    </Lent>,
  );
  await expect.element(page.getByRole('dialog', { name: 'Save New Version' })).toBeVisible();
}

test('whoever saves a version sees what got better and worse by its cases', async () => {
  library = await openedLibrary({ indexedDB: new IDBFactory(), IDBKeyRange });
  await withCases(library, 3);
  await commit(library, 'setContent', { id: 1, content: 'Hello {{name}}', base: 'Hi {{name}}' });
  await judgedRuns(library, [true, false, false]);
  await judgedRuns(library, [false, true, false], { versionId: null });
  await openDialog();
  await expect.element(page.getByText('Cases: 1 better, 1 worse, 1 equal since version 1')).toBeVisible();
});

test('with a baseline the current text is compared with it, and not with the newest version', async () => {
  library = await openedLibrary({ indexedDB: new IDBFactory(), IDBKeyRange });
  await withCases(library, 3);
  const content = 'Hey {{name}}';
  await commit(library, 'saveVersion', {
    ...{ promptId: 1, id: 10, content, base: 'Hi {{name}}', description: 'Two' },
  });
  await commit(library, 'setContent', { id: 1, content: 'Hello {{name}}', base: content });
  await commit(library, 'setAttributes', {
    id: 1,
    labels: [{ label: 'baseline', versionId: 9, from: null, device: '' }],
  });
  await judgedRuns(library, [true, false, false]);
  await judgedRuns(library, [true, true, true], { versionId: 10 });
  await judgedRuns(library, [false, true, false], { versionId: null });
  await openDialog({ id: 10, version: 2, content });
  await expect.element(page.getByText('Cases: 1 better, 1 worse, 1 equal since version 1')).toBeVisible();
});
