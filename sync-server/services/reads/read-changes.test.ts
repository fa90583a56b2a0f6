import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Write } from '#shared/mutations/row-set.ts';
import { ChangesPage } from '#shared/sync/wire.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import { createdAt, opened, project, save, whole } from '../../storage/ports/storage-scene.ts';
import { openDatabase } from '../../storage/sqlite/open-database.ts';
import { sqliteStorages } from '../../storage/sqlite/sqlite-storages.ts';
import { createReadChanges } from './read-changes.ts';

const piece = fc.constantFrom(
  ...'"\\/\0\b\n\u001f\u007f\u2028\u2029é😀\ud800a'.split(''),
  '\ufeff',
  '\\u0000',
  '</',
);
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.array(piece).map((all) => all.join('')),
);
const number = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(2 ** 52 - 1, 2 ** 31, 2 ** 32 + 1));

const put = fc.oneof(
  fc
    .record({ id: number, projectId: number, title: text, content: text, notes: text, lastVersion: fc.nat() })
    .map((row): Write => ({ kind: 'put', type: 'prompt', id: row.id, row: { ...row, createdAt } })),
  fc
    .record({
      ...{ id: number, promptId: number, version: number, content: text, description: text },
      original: fc.option(text),
      conflict: fc.constantFrom(null, 'unreviewed' as const, 'reviewed' as const),
      settings: fc.option(fc.record({ temperature: fc.double({ min: 0, max: 2, noNaN: true }), more: text })),
    })
    .map(({ settings, ...row }): Write => {
      const kept = settings === null ? {} : { settings };
      return { kind: 'put', type: 'version', id: row.id, row: { ...row, createdAt, ...kept } };
    }),
  number.map(project),
  fc.constant(opened([1])),
);

const change = fc.record({
  write: put,
  isDeleted: fc.boolean(),
  client: fc.constantFrom('c1', 'c2', null),
  isText: fc.boolean(),
  device: text,
  at: fc.oneof(fc.nat(), fc.constantFrom(999, 1_000, 1_763_900_000_007, 253_402_300_799_999)),
});

/** The same storage, but all of its JSON is written by the service. */
function plainJson(storage: LibraryStorage): LibraryStorage {
  return {
    ...storage,
    async changesAsJson(userId, since, limit, jsonOf) {
      const { items, ...page } = await storage.changesSince(userId, since, limit);
      return { ...page, changes: items.map((item) => Buffer.from(jsonOf(item))) };
    },
  };
}

test('a page that SQLite writes as JSON is, value by value, the one that its rows make', async () => {
  const pages = { bytes: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 12 }),
      fc.boolean(),
      fc.boolean(),
      async (changes, isNow, isNew) => {
        const database = openDatabase({ file: ':memory:', now: () => 0 });
        const account = {
          username: 'a',
          usernameKey: 'a',
          displayName: 'a',
          passwordHash: '',
          isAdmin: false,
        };
        const { accounts, library: storage } = sqliteStorages(database);
        await accounts.addUser({ id: 1, ...account, createdAt: 0 }, { kind: 'open' });
        for (const [index, { write, isDeleted, client, isText, device, at }] of changes.entries()) {
          const by = client === null ? null : { client, number: index + 1 };
          const content = 'row' in write && 'content' in write.row ? String(write.row.content) : '';
          const authorship = { by, device, texts: isText ? [content] : [], at };
          await save({ storage, users: [1, 1], [Symbol.dispose]() {} }, 1, [write], authorship);
          if (!isDeleted || write.type === 'uiState') continue;
          const { type, id } = write;
          await save(
            { storage, users: [1, 1], [Symbol.dispose]() {} },
            1,
            [{ kind: 'delete', type, id }],
            authorship,
          );
        }
        const asked = {
          since: isNew ? undefined : { epoch: await storage.epochAt(1, 0), seq: 0 },
          ...{ known: undefined, count: true, client: 'c1', wholeRows: false },
          limit: { ...whole, ...(isNow ? { deletedAfter: 'now' as const } : {}) },
        };
        const [written, expected] = await Promise.all(
          [storage, plainJson(storage)].map((each) => createReadChanges(each).read(1, asked)),
        );
        if (written?.kind !== 'page' || expected?.kind !== 'page') throw new Error('no page');
        const page: unknown = JSON.parse(written.json.toString());
        expect(page).toEqual(JSON.parse(expected.json.toString()));
        expect(ChangesPage.parse(page)).toEqual(page);
        pages.bytes += written.json.byteLength;
        database.close();
      },
    ),
    { numRuns: 40 },
  );
  expect(pages.bytes).toBeGreaterThan(40 * 100);
});
