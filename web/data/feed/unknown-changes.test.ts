import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import type { FeedChange } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import { type Library, readCursor } from '../database/library.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { takeOverFeed } from '../take-over/take-over-feed.ts';
import { imported, libraryJson } from '../testing/import-scene.ts';
import { openedLibrary, projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { exportLibrary } from '../transfer/library-export.ts';
import { applyPull, applyStoredChanges } from './apply-pull.ts';
import { countUnknown, readUnknown } from './unknown-changes.ts';

const label = (fields: Partial<FeedChange> = {}): FeedChange => ({
  type: 'label',
  id: 7,
  seq: 3,
  rev: 1,
  row: { id: 7, name: 'Urgent' },
  fromLater: true,
  ...fields,
});
const theme: FeedChange = { type: 'uiState', id: 'theme', seq: 4, rev: 1, row: { stateKey: 'theme' } };
/** A prompt as a newer server has it, without a field that this app needs. */
const unreadable = (fields: Partial<FeedChange> = {}): FeedChange => ({
  ...promptChange({}, { seq: 12, rev: 2 }),
  row: { id: 1, blocks: ['text'] },
  ...fields,
});

const pull = (library: Library, changes: FeedChange[], seq = 20) =>
  applyPull(library, { cursor: `e.${seq}`, more: false, changes }, { allowRemovals: false });
const stored = async ({ db }: Library) => (await readUnknown(db)).map(({ change }) => change);

test('a page with a kind and a key that the app does not know is applied, and both are preserved as they came', async () => {
  const library = await openedLibrary();
  expect(await pull(library, [projectChange(), label(), theme, promptChange()])).toMatchObject({
    kind: 'applied',
  });
  expect((await promptOf(library, 1))?.title).toBe('T');
  expect(await readCursor(library)).toEqual({ epoch: 'e', seq: 20 });
  expect(await stored(library)).toEqual([label(), theme]);
});

test('the latest state of an unknown row is preserved, and a deleted one is not', async () => {
  const library = await openedLibrary();
  await pull(library, [label()]);
  await pull(library, [label({ seq: 21, rev: 2, row: { id: 7, name: 'Later' } })], 21);
  expect(await stored(library)).toMatchObject([{ rev: 2, row: { name: 'Later' } }]);
  await pull(library, [{ type: 'label', id: 7, seq: 22, rev: 3, deleted: true }], 22);
  expect(await countUnknown(library)).toBe(0);
});

test('an unknown row without its text is asked for as a whole', async () => {
  const library = await openedLibrary();
  expect(await pull(library, [label({ ownNumber: 4 })])).toEqual({ kind: 'needsWholeRows' });
  expect(await countUnknown(library)).toBe(0);
});

test('unknown rows that go do not count as rows that a person would miss', async () => {
  const library = await openedLibrary();
  const gone = Array.from({ length: 400 }, (_, at) => ({ type: 'label', id: at + 1, seq: at + 1, rev: 2 }));
  const changes = gone.map((change): FeedChange => ({ ...change, deleted: true }));
  expect(await pull(library, changes, 400)).toMatchObject({ kind: 'applied' });
});

test('a row that its kind refuses leaves what is shown, moves the cursor, and is preserved', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange()]);
  expect(await pull(library, [unreadable()])).toMatchObject({ kind: 'applied' });
  expect((await promptOf(library, 1))?.content).toBe('a');
  expect(await readCursor(library)).toMatchObject({ seq: 20 });
  expect(await stored(library)).toEqual([unreadable()]);
});

test('a row that can be read again is shown, and its preserved state goes', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange()]);
  await pull(library, [unreadable()]);
  await pull(library, [promptChange({ content: 'b' }, { seq: 21, rev: 3 })], 21);
  expect((await promptOf(library, 1))?.content).toBe('b');
  expect(await countUnknown(library)).toBe(0);
});

test('a text that was sent stays on the screen where its row comes back in a form that cannot be read', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange()]);
  await commit(library, 'setContent', { id: 1, content: 'mine', base: 'a' });
  const [first] = (await takeBatch(library))?.mutations ?? [];
  await settleAnswer(library, {
    seq: 12,
    results: [{ key: first?.key ?? '', status: 200, seq: 12, revs: { 'prompt:1': 2 } }],
  });
  await pull(library, [unreadable()]);
  expect((await promptOf(library, 1))?.content).toBe('mine');
  expect(await readOutbox(library)).toEqual([]);
  // What the server has was not read: the next change names the revision that was.
  await commit(library, 'setContent', { id: 1, content: 'more', base: 'mine' });
  expect((await takeBatch(library))?.mutations).toMatchObject([{ ifMatch: 1 }]);
});

test('a mutation whose answer names a row of an unknown kind is finished by the rows that are known', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange()]);
  await commit(library, 'renameProject', { id: 5, name: 'Mine' });
  const [first] = (await takeBatch(library))?.mutations ?? [];
  const revs = { 'project:5': 2, 'label:7': 1 };
  await settleAnswer(library, { seq: 30, results: [{ key: first?.key ?? '', status: 200, seq: 30, revs }] });
  const page = {
    cursor: 'e.29',
    more: true,
    changes: [projectChange({ name: 'Mine' }, { seq: 29, rev: 2 })],
  };
  await applyPull(library, page, { allowRemovals: false });
  expect(await readOutbox(library)).toEqual([]);
});

test('what was preserved is applied once the app can read it, and what it cannot read stays', async () => {
  const library = await openedLibrary();
  await pull(library, [label()]);
  const key = 'first:prompt:1';
  // As an app left it that did not know prompts.
  await library.db.unknownChanges.put({
    key,
    history: 'first',
    change: promptChange({ title: 'Known by now' }),
  });
  const other = { key: 'before:prompt:2', history: 'before', change: promptChange({ id: 2 }) };
  await library.db.unknownChanges.put(other);
  await applyStoredChanges(library);
  expect(await outlineOf(library)).toMatchObject({ prompts: [{ id: 1, title: 'Known by now' }] });
  expect(await stored(library)).toEqual([other.change, label()]);
  expect(await readCursor(library)).toMatchObject({ seq: 20 });
});

test('a preserved change is rebased under a pending edit like any change of the feed', async () => {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange({ content: 'one\n\ntwo' })]);
  await commit(library, 'setContent', { id: 1, content: 'one\n\nmine', base: 'one\n\ntwo' });
  const change = promptChange({ content: 'theirs\n\ntwo' }, { seq: 9, rev: 2 });
  await library.db.unknownChanges.put({ key: 'first:prompt:1', history: 'first', change });
  await applyStoredChanges(library);
  expect((await promptOf(library, 1))?.content).toBe('theirs\n\nmine');
  expect(await readOutbox(library)).toHaveLength(1);
});

test.each(['mine', 'server'] as const)(
  'another history of the server with unknown rows is taken over, keeping %s',
  async (keep) => {
    const library = await openedLibrary();
    await pull(library, [projectChange(), label()]);
    const next = label({ seq: 2, row: { id: 7, name: 'Theirs' } });
    const changes = [projectChange(), next];
    await takeOverFeed(library, { changes, cursor: { epoch: 'f', seq: 5 }, keep });
    expect(await stored(library)).toEqual(keep === 'mine' ? [next, label()] : [next]);
    expect(await outlineOf(library)).toMatchObject({ projects: [{ id: 5 }] });
  },
);

test('an export carries unknown rows as they came, and an import names what it leaves in the file', async () => {
  const library = await openedLibrary();
  await pull(library, [projectChange(), label()]);
  const file = await exportLibrary(library);
  expect(file).toMatchObject({ unknown: [{ history: 'first', change: label() }] });
  const { notApplied } = await imported(await openedLibrary(), libraryJson(file));
  expect(notApplied).toEqual([expect.stringContaining('of a newer Promptory')]);
});

test('unknown rows outlive a reload', async () => {
  const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
  const library = await openedLibrary(indexedDb);
  await pull(library, [label()]);
  library.db.close();
  expect(await countUnknown(await openedLibrary(indexedDb))).toBe(1);
});
