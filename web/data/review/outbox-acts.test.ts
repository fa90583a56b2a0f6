import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { describeEntry } from '#shared/sync/describe-entry.ts';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf } from '../queries/queries.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import {
  carriedText,
  discardEntry,
  editEntry,
  entriesDiscardedWith,
  entryNames,
  outboxItems,
  retryEntry,
  saveEntryAsNew,
} from './outbox-acts.ts';

const at = '2026-01-01T00:00:00.000Z';

async function openedLibrary(): Promise<Library> {
  return openLibrary(
    { id: 1, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => crypto.getRandomValues(words),
      now: () => Date.parse('2026-01-01T00:00:00Z'),
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
}

/** Sends what waits; the server refuses the entries of these names and takes the others. */
async function refusing(library: Library, ...names: string[]): Promise<void> {
  const entries = await readOutbox(library);
  const batch = await takeBatch(library);
  const results = (batch?.mutations ?? []).map(({ key }) => {
    const entry = entries.find(({ number }) => key === `${library.client}:${number}`);
    const status = names.includes(entry?.name ?? '') ? 422 : 200;
    const body = { type: 't', title: 't', status, code: 'key_reused' };
    return { key, status, ...(status === 422 ? { body } : { seq: 1, revs: {} }) };
  });
  await settleAnswer(library, { seq: 1, results });
}

async function refusedText(): Promise<{ library: Library; position: number }> {
  const library = await openedLibrary();
  await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
  await commit(library, 'createPrompt', { id: 6, title: 'Onboarding', content: 'first', projectId: 5 });
  await refusing(library);
  await commit(library, 'setContent', { id: 6, content: 'second', base: 'first' });
  await refusing(library, 'setContent');
  const refused = (await readOutbox(library)).find(({ state }) => state === 'refused');
  return { library, position: refused?.position ?? 0 };
}

test('a refused entry is named in words, and what waits for it is held', async () => {
  const { library } = await refusedText();
  await commit(library, 'updatePrompt', { id: 6, title: 'Welcome' });
  const items = await outboxItems(library);
  const names = await entryNames(
    library,
    items.map(({ entry }) => entry),
  );
  const entries = items
    .filter(({ entry }) => entry.state !== 'acknowledged')
    .map(({ entry, held }) => `${describeEntry(entry, names)} ${entry.state}${held ? ' held' : ''}`);
  expect(entries[0]).toMatch(/^Text of '.+' refused$/);
  expect(entries[1]).toMatch(/^Rename of '.+' to 'Welcome' queued held$/);
});

test('said again, it has a new number and goes out with what waited for it', async () => {
  const { library, position } = await refusedText();
  await commit(library, 'updatePrompt', { id: 6, title: 'Welcome' });
  const before = await library.db.outbox.get(position);
  let woken = 0;
  library.onCommit.add(() => {
    woken += 1;
  });
  expect(await retryEntry(library, position)).toEqual({ ok: true });
  expect(woken).toBe(1);
  const after = await library.db.outbox.get(position);
  expect(after).toMatchObject({ state: 'queued', ifMatch: null });
  expect(after?.number).toBeGreaterThan(before?.number ?? 0);
  expect(after).not.toHaveProperty('problem');
  expect((await takeBatch(library))?.mutations).toHaveLength(2);
});

test('said again after somebody else changed the row, it takes nothing of theirs away', async () => {
  const { library, position } = await refusedText();
  const row = { id: 6, projectId: 5, title: 'Onboarding', notes: '', createdAt: at, lastVersion: 0 };
  const theirs = {
    type: 'prompt' as const,
    id: 6,
    seq: 9,
    rev: 2,
    row: { ...row, content: 'first\n\ntheirs' },
  };
  const page = { cursor: 'e.9', more: false, changes: [theirs] };
  await applyPull(library, page, { allowRemovals: false });
  expect(await retryEntry(library, position)).toEqual({ ok: true });
  expect(await promptOf(library, 6)).toMatchObject({ content: 'second' });
  expect(await versionsOf(library, 6)).toMatchObject([
    { content: 'first\n\ntheirs', conflict: 'unreviewed' },
  ]);
  expect((await takeBatch(library))?.mutations).toMatchObject([
    { path: '/api/prompts/6/content', body: { preserve: { conflict: 'unreviewed' } }, ifMatch: 2 },
  ]);
});

test('in other words it goes out with those; words that its schema refuses change nothing', async () => {
  const { library, position } = await refusedText();
  const wrong = await editEntry(library, position, { id: 6, content: 7 });
  expect(wrong).toMatchObject({ ok: false, errors: [{ path: 'content' }] });
  expect(await library.db.outbox.get(position)).toMatchObject({ state: 'refused' });
  await editEntry(library, position, { id: 6, content: 'third', base: 'first' });
  expect(await promptOf(library, 6)).toMatchObject({ content: 'third' });
  expect((await takeBatch(library))?.mutations).toMatchObject([{ body: { content: 'third' } }]);
});

test('its text can be kept as a prompt of its own', async () => {
  const { library, position } = await refusedText();
  expect(await saveEntryAsNew(library, position)).toEqual({ ok: true });
  expect(await library.db.outbox.get(position)).toBeUndefined();
  const { prompts } = await outlineOf(library);
  const made = prompts.find(({ title }) => title === 'Recovered: Onboarding');
  expect(made).toMatchObject({ projectId: 5 });
  expect(await promptOf(library, made?.id ?? 0)).toMatchObject({ content: 'second' });
});

test('the text of a creation that other changes wait for is not kept apart from them', async () => {
  const { library } = await refusedText();
  await commit(library, 'createPrompt', { id: 7, title: 'New', content: 'first', projectId: 5 });
  const batch = await takeBatch(library);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 422 }));
  await settleAnswer(library, { seq: 1, results });
  await commit(library, 'updatePrompt', { id: 7, title: 'Newer' });
  const creation = (await readOutbox(library)).find(({ target }) => target === 'prompt:7');
  expect(await saveEntryAsNew(library, creation?.position ?? 0)).toMatchObject({
    ok: false,
    errors: [{ message: 'Other changes wait for this prompt. Retry it, or discard it with them.' }],
  });
  expect((await readOutbox(library)).filter(({ target }) => target === 'prompt:7')).toHaveLength(2);
});

test('discarded, it is gone, and the row shows again what is left', async () => {
  const { library, position } = await refusedText();
  const entry = (await readOutbox(library)).find((each) => each.position === position);
  expect(entry === undefined ? null : carriedText(entry)).toBe('second');
  await discardEntry(library, position);
  expect((await readOutbox(library)).map(({ name }) => name)).not.toContain('setContent');
  expect(await promptOf(library, 6)).toMatchObject({ content: 'first' });
});

test('a discarded creation takes along what would have been done to it, and says so before', async () => {
  const library = await openedLibrary();
  await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
  await commit(library, 'createProject', { id: 7, name: 'Other', color: 'red' });
  await refusing(library, 'createProject');
  await commit(library, 'createPrompt', { id: 6, title: 'T', content: 'a', projectId: 5 });
  await commit(library, 'setContent', { id: 6, content: 'b', base: 'a' });
  const [first] = await readOutbox(library);
  const position = first?.position ?? 0;
  const gone = await entriesDiscardedWith(library, position);
  expect(gone.map(({ name }) => name)).toEqual(['createProject', 'createPrompt', 'setContent']);
  await discardEntry(library, position);
  expect((await readOutbox(library)).map(({ target }) => target)).toEqual(['project:7']);
  expect(await outlineOf(library)).toMatchObject({ prompts: [] });
});

test('a discarded file takes along what would have been done to it', async () => {
  const library = await openedLibrary();
  await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
  await refusing(library);
  const file = { fileType: 'text/plain' as const, fileSize: 1, sha256: 'a'.repeat(64), description: '' };
  const args = { id: 8, projectId: 5, name: 'File', originalFilename: 'file.txt', ...file };
  await commit(library, 'createResource', args);
  await refusing(library, 'createResource');
  await commit(library, 'updateResource', { id: 8, name: 'Renamed' });
  const refused = (await readOutbox(library)).find(({ state }) => state === 'refused');
  await discardEntry(library, refused?.position ?? 0);
  expect((await readOutbox(library)).filter(({ state }) => state !== 'acknowledged')).toEqual([]);
});

test('what another tab has decided meanwhile is left alone', async () => {
  const { library, position } = await refusedText();
  await retryEntry(library, position);
  const before = await library.db.outbox.get(position);
  expect(await discardEntry(library, position)).toEqual({ ok: true });
  expect(await library.db.outbox.get(position)).toEqual(before);
});
