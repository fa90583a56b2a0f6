/** An outbox that was written before its arguments had a table of their own. */
import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { entryExample } from '#shared/sync/outbox-entry-example.ts';
import { commit } from '../commit/commit.ts';
import { outboxCounts } from '../outbox/outbox-counts.ts';
import { readOutbox, takeBatch } from '../outbox/outbox-store.ts';
import { ada, at } from '../testing/server-rows-scene.ts';
import { libraryName, openLibrary } from './library.ts';

const creations = Array.from({ length: 250 }, (_, index) =>
  entryExample(index + 1, 'createPrompt', {
    id: index + 1,
    title: `T${index}`,
    content: `text ${index} ü`,
    projectId: 5,
  }),
);
const older = [
  ...creations,
  entryExample(260, 'setContent', { id: 1, content: 'later', base: 'text 0 ü' }),
  entryExample(261, 'updatePrompt', { id: 2, title: 'N' }, { state: 'sent', ifMatch: 7, attempts: 2 }),
  entryExample(
    270,
    'setContent',
    { id: 2, content: 'no' },
    { state: 'refused', problem: { code: 'too_large' } },
  ),
  {
    ...entryExample(271, 'setContent', { id: 3, content: 'x' }),
    name: 'ofALaterApp',
    args: { word: 'kept' },
  },
];

async function opened(entries: readonly { position: number }[] = older) {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie(libraryName(ada), indexedDb);
  old.version(3).stores({
    projects: 'id',
    prompts: 'id, row.projectId',
    promptStamps: 'id, stamp',
    versions: 'id, row.promptId',
    resources: 'id, row.projectId, row.sha256',
    uiState: 'id',
    confirmed: 'key',
    outbox: '++position, *writes',
    meta: 'key',
    notices: '++id',
    files: 'sha256',
    fileUses: 'sha256, lastUsed',
    uploads: 'sha256',
  });
  await old.table('outbox').bulkAdd(entries);
  await old.table('meta').bulkAdd([
    { key: 'client', value: 'c' },
    { key: 'nextNumber', value: 300 },
  ]);
  old.close();
  const random = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);
  return openLibrary(ada, { random, now: () => Date.parse(at), indexedDb });
}

test('every entry of an older outbox keeps its place, its state and its text', async () => {
  const library = await opened();
  expect(await readOutbox(library)).toMatchObject(older);
  const heads = await library.db.outbox.toArray();
  expect(heads.filter((head) => 'args' in head)).toEqual([]);
  expect(heads.every(({ bytes }) => bytes > 0)).toBe(true);
  expect(await outboxCounts(library)).toEqual({ waiting: 253, refused: 1, oldest: at });
});

test('entries of an older outbox are sent as they were meant, and new ones come after them', async () => {
  const library = await opened();
  await library.db.outbox.delete(271);
  await commit(library, 'createProject', { id: 6, name: 'P', color: 'red' });
  expect((await readOutbox(library)).at(-1)).toMatchObject({ position: 272, number: 1_000_300 });
  const sent = (await takeBatch(library))?.mutations ?? [];
  expect(sent).toHaveLength(253);
  expect(sent.find(({ key }) => key === 'c:261')).toMatchObject({ ifMatch: 7, body: { title: 'N' } });
  expect(sent.find(({ key }) => key === 'c:260')).toMatchObject({ body: { content: 'later' } });
  expect(sent.find(({ key }) => key === 'c:250')).toMatchObject({ body: { content: 'text 249 ü' } });
});

test('what was refused and what waits for it in an older outbox is counted as such, and not sent', async () => {
  const refused = { state: 'refused', problem: { code: 'invalid_fields' } } as const;
  const library = await opened([
    entryExample(1, 'createPrompt', { id: 1, title: 'T', content: 'x', projectId: 5 }, refused),
    entryExample(2, 'setContent', { id: 1, content: 'held', base: 'x' }),
    entryExample(3, 'setContent', { id: 2, content: 'free' }),
  ]);
  expect(await outboxCounts(library)).toMatchObject({ waiting: 1, refused: 2 });
  expect((await takeBatch(library))?.mutations).toMatchObject([{ body: { content: 'free' } }]);
});
