import Dexie from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { entryExample } from '#shared/sync/outbox-entry-example.ts';
import { readOutbox, takeBatch } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import { ada } from '../testing/server-rows-scene.ts';
import { libraryName, openLibrary } from './library.ts';
import { storableArgs } from './storable-args.ts';

test('an entry of an earlier release can be sent: U+0000 is replaced in all but the text that it was made upon', () => {
  const notes = JSON.stringify([{ content: 'a\0b \\u0000' }]);
  const args = { id: 1, content: 'a\0b', base: 'c\0d', notes, preserve: { description: 'e\0f' } };
  expect(storableArgs(args)).toEqual({
    ...args,
    content: 'a\ufffdb',
    notes: JSON.stringify([{ content: 'a\ufffdb \\u0000' }]).replace('\ufffd', '\\ufffd'),
    preserve: { description: 'e\ufffdf' },
  });
});

test('arguments without U+0000 are the very same', () => {
  const args = { id: 1, content: 'a', versionIds: [1, 2] };
  expect(storableArgs(args)).toBe(args);
});

test('a library of an earlier release that holds U+0000 is readable, and what waits in it can be sent', async () => {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const old = new Dexie(libraryName(ada), indexedDb);
  old.version(4).stores({
    ...{
      projects: 'id',
      prompts: 'id, row.projectId',
      promptStamps: 'id, stamp',
      versions: 'id, row.promptId',
    },
    ...{ resources: 'id, row.projectId, row.sha256', uiState: 'id', confirmed: 'key', meta: 'key' },
    ...{ notices: '++id', files: 'sha256', fileUses: 'sha256, lastUsed', uploads: 'sha256' },
    outbox: '++position, name, target, createdAt, *writes, *needs, [state+lane], [state+number]',
    outboxArgs: 'position',
  });
  const waiting = {
    ...entryExample(1, 'setContent', { id: 1, content: 'x' }),
    args: { id: 1, content: 'one\0two', base: 'one\0' },
  };
  const sent = {
    ...entryExample(2, 'setContent', { id: 2, content: 'x' }, { state: 'sent', attempts: 1 }),
    args: { id: 2, content: 'sent\0' },
  };
  for (const { args, ...head } of [waiting, sent]) {
    await old.table('outbox').add(head);
    await old.table('outboxArgs').add({ position: head.position, args });
  }
  const row = {
    id: 1,
    projectId: 5,
    title: 'T',
    content: 'one\0two',
    notes: '',
    createdAt: '',
    lastVersion: 0,
  };
  await old.table('prompts').add({ type: 'prompt', id: 1, row, rev: 1, seq: 1, deleted: false, by: null });
  old.close();

  const library = await openLibrary(ada, {
    random: (words) => crypto.getRandomValues(words),
    now: Date.now,
    indexedDb,
  });
  expect((await promptOf(library, 1))?.content).toBe('one\0two');
  expect((await readOutbox(library)).map(({ args }) => args)).toEqual([
    { id: 1, content: 'one\ufffdtwo', base: 'one\0' },
    { id: 2, content: 'sent\0' },
  ]);
  const bodies = (await takeBatch(library))?.mutations.map(({ body }) => body);
  expect(bodies).toContainEqual({ content: 'one\ufffdtwo' });
  library.db.close();
});
