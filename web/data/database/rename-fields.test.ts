import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { entryExample } from '#shared/sync/outbox-entry-example.ts';
import { currentHeldFeed } from '../feed/held-pages.ts';
import { readHistory } from '../feed/unknown-changes.ts';
import { readOutbox, takeBatch } from '../outbox/outbox-store.ts';
import { readOutline } from '../rows/outline.ts';
import { ada, openedLibrary, resourceChange } from '../testing/server-rows-scene.ts';
import { libraryName } from './library.ts';
import { renamedArgs } from './rename-fields.ts';

const version = { id: 30, description: 'Before', conflict: null };

describe('arguments of an earlier release', () => {
  test.each([
    [
      { id: 1, keep: version },
      { id: 1, preserve: version },
    ],
    [
      { id: 1, again: true },
      { id: 1, onConflict: 'update' },
    ],
    [
      { id: 1, again: 30 },
      { id: 1, onConflict: { saveAs: 30 } },
    ],
    [
      { id: 1, again: version },
      { id: 1, onConflict: { preserve: version } },
    ],
    [
      { id: 1, seen: { seq: 4, own: 2 } },
      { id: 1, seen: { seq: 4, beforeNumber: 2 } },
    ],
  ])('%j become %j', (before, after) => {
    expect(renamedArgs(before)).toEqual(after);
  });

  test.each([
    [{ id: 1, content: 'keep' }],
    [{ id: 1, preserve: version, seen: { seq: 4, beforeNumber: 2 } }],
    [null],
    ['text'],
  ])('%j are the very same', (args) => {
    expect(renamedArgs(args)).toBe(args);
  });
});

test('a library of an earlier release opens, and its waiting changes can be sent under the names of today', async () => {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie(libraryName(ada), indexedDb);
  old.version(7).stores({
    ...{ projects: 'id', prompts: 'id, row.projectId', promptStamps: 'id, stamp', uiState: 'id' },
    ...{ versions: 'id, row.promptId, [row.promptId+row.conflict]', confirmed: 'key', meta: 'key' },
    ...{ resources: 'id, row.projectId, row.sha256', notices: '++id', heldPages: '++position' },
    ...{ files: 'sha256', fileUses: 'sha256, lastUsed', uploads: 'sha256', unknownChanges: 'key, epoch' },
    outbox: '++position, name, target, createdAt, *writes, *needs, [state+lane], [state+number]',
    outboxArgs: 'position',
  });
  const { args: _args, ...head } = entryExample(1, 'setContent', { id: 1, content: 'mine' });
  await old.table('outbox').add(head);
  await old.table('outboxArgs').add({ position: 1, args: { id: 1, content: 'mine', keep: version } });
  const { seq, rev, row } = resourceChange({ id: 4 }, { seq: 9, rev: 2 });
  const stored = { type: 'resource', id: 4, row, rev, seq, meant: 3, deleted: false, by: null };
  await old.table('resources').add(stored);
  await old.table('confirmed').bulkAdd([
    { key: 'resource:4', stored },
    { key: 'prompt:1', stored: null },
  ]);
  await old.table('heldPages').add({ page: {} });
  await old.table('meta').add({ key: 'heldFeed', value: {} });
  await old.table('meta').add({ key: 'cursor', value: { epoch: 'e', seq: 9 } });
  await old.table('unknownChanges').add({ key: 'e:label:7', epoch: 'e', change: { type: 'label' } });
  const shown = { id: 1, title: 'T', createdAt: '2026-01-01T00:00:00.000Z', projectId: 5 };
  const outline = { projects: [], prompts: [shown] };
  await old.table('meta').add({ key: 'outline', value: JSON.stringify(outline) });
  old.close();

  const library = await openedLibrary(indexedDb);
  expect(await readOutline(library.db)).toEqual(outline);
  expect((await readOutbox(library)).map(({ args }) => args)).toEqual([
    { id: 1, content: 'mine', preserve: version },
  ]);
  expect((await takeBatch(library))?.mutations).toMatchObject([{ body: { preserve: version } }]);
  const { meant: _meant, ...rest } = stored;
  expect(await library.db.resources.get(4)).toEqual({ ...rest, userSeq: 3 });
  expect(await library.db.confirmed.get('resource:4')).toEqual({
    key: 'resource:4',
    stored: { ...rest, userSeq: 3 },
  });
  expect(await currentHeldFeed(library, 'pull')).toBeUndefined();
  expect(await library.db.heldPages.count()).toBe(0);
  expect(await readHistory(library.db)).toBe('e');
  expect(await library.db.unknownChanges.toArray()).toEqual([
    { key: 'e:label:7', history: 'e', change: { type: 'label' } },
  ]);
  library.db.close();
});
