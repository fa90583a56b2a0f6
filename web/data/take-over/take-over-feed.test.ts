import { describe, expect, test, vi } from 'vitest';
import type { MutationName } from '#shared/mutations/registry.ts';
import type { Change } from '#shared/sync/wire.ts';
import { commit, commitInside } from '../commit/commit.ts';
import { type Library, readCursor } from '../database/library.ts';
import { countLibrary } from '../database/library-counts.ts';
import { takeNotices } from '../feed/notices.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { outlineOf, promptOf, uiStateOf } from '../queries/queries.ts';
import { editEntry, outboxItems } from '../review/outbox-acts.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  resourceChange,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';
import type { WhoseWords } from './take-over-plan.ts';

const everything = () => [projectChange(), promptChange(), versionChange(), resourceChange()];

async function known(changes: Change[] = everything()): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, changes);
  return library;
}
const takeOver = (library: Library, keep: WhoseWords, changes: Change[]) =>
  takeOverFeed(library, { changes, cursor: { epoch: 'new', seq: 4 }, keep });
/** Everything that waits goes out, and is answered with this. */
async function answered(library: Library, status: number): Promise<void> {
  const batch = await takeBatch(library);
  const body = { type: 't', title: 't', status, code: 'key_reused' };
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status, body, seq: 11, revs: {} }));
  await settleAnswer(library, { seq: 11, results });
}
const queuedArgs = async (library: Library) =>
  (await readOutbox(library)).map(({ name, args }) => [name, args]);

const lines = { before: 'one\ntwo\nthree\n', mine: 'ONE\ntwo\nthree\n', theirs: 'one\ntwo\nTHREE\n' };

test('what was deleted since the server’s backup is named where it is back after "Keep mine"', async () => {
  const library = await known([projectChange()]);
  await takeOver(library, 'mine', [projectChange(), promptChange({ title: 'Brief' })]);
  expect((await promptOf(library, 1))?.title).toBe('Brief');
  expect((await takeNotices(library)).map(({ kind, title }) => [kind, title])).toEqual([
    ['broughtBack', 'Brief'],
  ]);
});

test('a deletion that waits is repeated by "Keep mine", and nothing is said to be back', async () => {
  const library = await known();
  await commit(library, 'deletePrompt', { id: 1 });
  await takeOver(library, 'mine', everything());
  expect(await promptOf(library, 1)).toBeUndefined();
  expect((await takeNotices(library)).filter(({ kind }) => kind === 'broughtBack')).toEqual([]);
});

test.each(['mine', 'server'] as const)(
  'a change that keeps a text under a version which is there already keeps it under another one: %s',
  async (keep) => {
    const library = await known();
    const kept = { id: 30, description: 'kept', conflict: null };
    await commit(library, 'setContent', { id: 1, content: 'mine', base: 'a', preserve: kept });
    await commit(library, 'deletePrompt', { id: 1 });
    const there = [projectChange(), promptChange({ content: 'theirs' }), versionChange({ id: 30 })];
    await takeOver(library, keep, there);
    const [change] = (await readOutbox(library)).filter(({ name }) => name === 'setContent');
    expect(change?.args).toMatchObject({ content: 'mine', preserve: { id: expect.any(Number) } });
    expect(change?.args).not.toMatchObject({ preserve: { id: 30 } });
  },
);

describe("where the server's words count", () => {
  test('its rows are shown, what it lacks goes, and this device is where its feed ends', async () => {
    const library = await known([...everything(), projectChange({ id: 6, name: 'only here' })]);
    const woken = vi.fn();
    library.onCommit.add(woken);
    await takeOver(library, 'server', [projectChange({ name: 'N' }), promptChange({ content: 'b' })]);
    expect((await outlineOf(library)).projects.map(({ name }) => name)).toEqual(['N']);
    expect((await promptOf(library, 1))?.content).toBe('b');
    expect(await versionsOf(library, 1)).toEqual([]);
    expect(await library.db.resources.count()).toBe(0);
    expect(await readCursor(library)).toEqual({ epoch: 'new', seq: 4 });
    expect(await countLibrary(library)).toMatchObject({ complete: true });
    expect(await readOutbox(library)).toEqual([]);
    expect(woken).toHaveBeenCalledOnce();
  });

  test('what it deleted while its feed was read is gone, whatever an earlier page said', async () => {
    const library = await known();
    const deleted: Change = { type: 'prompt', id: 1, seq: 9, rev: 2, deleted: true };
    await takeOver(library, 'server', [...everything(), deleted]);
    expect(await promptOf(library, 1)).toBeUndefined();
  });

  test('what it deleted is gone', async () => {
    const library = await known();
    const deleted: Change = { type: 'prompt', id: 1, seq: 3, rev: 2, deleted: true };
    await takeOver(library, 'server', [projectChange(), deleted]);
    expect(await promptOf(library, 1)).toBeUndefined();
  });

  test('what waits is merged upon its rows and said anew', async () => {
    const library = await known([projectChange(), promptChange({ content: lines.before })]);
    await commit(library, 'setContent', { id: 1, content: lines.mine, base: lines.before });
    await takeBatch(library);
    const [before] = await readOutbox(library);
    await takeOver(library, 'server', [projectChange(), promptChange({ content: lines.theirs }, { rev: 4 })]);
    expect((await promptOf(library, 1))?.content).toBe('ONE\ntwo\nTHREE\n');
    const [entry] = await readOutbox(library);
    expect(entry).toMatchObject({ name: 'setContent', state: 'queued', ifMatch: null, attempts: 0 });
    expect(entry?.number).toBeGreaterThan(before?.number ?? 0);
    // The text as it was here goes along as a version.
    const batch = await takeBatch(library);
    expect(batch?.mutations).toMatchObject([{ ifMatch: 4 }, { body: { content: lines.mine } }]);
  });

  test('a change that only another history has accepted is sent again', async () => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'N' });
    await answered(library, 200);
    expect(await readOutbox(library)).toMatchObject([{ state: 'acknowledged', seq: 11, revs: {} }]);
    await takeOver(library, 'server', everything());
    expect((await promptOf(library, 1))?.title).toBe('N');
    const [entry] = await readOutbox(library);
    expect(entry).toMatchObject({ state: 'queued', args: { title: 'N' } });
    expect(entry).not.toHaveProperty('seq');
    expect(entry).not.toHaveProperty('revs');
  });

  test.each<WhoseWords>(['server', 'mine'])('what was refused stays refused (%s)', async (keep) => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'N' });
    await answered(library, 422);
    await takeOver(library, keep, everything());
    const refused = (await readOutbox(library)).filter(({ state }) => state === 'refused');
    expect(refused).toMatchObject([{ name: 'updatePrompt', problem: { code: 'key_reused' } }]);
    expect((await promptOf(library, 1))?.title).toBe('N');
  });
});

describe("where this device's words count", () => {
  test('a server that has the same gets nothing', async () => {
    const library = await known();
    await takeOver(library, 'mine', everything());
    expect(await readOutbox(library)).toEqual([]);
    expect(await promptOf(library, 1)).toMatchObject({ title: 'T', content: 'a' });
  });

  test('a server that lost everything gets everything with its times, older rows first', async () => {
    const library = await known([
      projectChange({ id: 6, name: 'later', createdAt: '2026-02-01T00:00:00.000Z' }),
      projectChange(),
      promptChange({ lastVersion: 2 }),
      promptChange({ id: 2, title: 'U', content: '', notes: 'words', createdAt: '2025-01-01T00:00:00.000Z' }),
      versionChange({ id: 8, version: 2, content: 'w', createdAt: '2025-01-01T00:00:00.000Z' }),
      versionChange(),
      versionChange({ id: 7, version: 3, content: ' \n' }),
      versionChange({ id: 10, version: 1, promptId: 2, content: 'x' }),
      resourceChange(),
    ]);
    await takeOver(library, 'mine', []);
    const { available: _available, ...file } = resourceChange().row ?? {};
    const [at, before] = ['2026-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z'];
    expect(await queuedArgs(library)).toEqual([
      ['createProject', { id: 5, name: 'P', color: 'red', createdAt: at }],
      ['createProject', { id: 6, name: 'later', color: 'red', createdAt: '2026-02-01T00:00:00.000Z' }],
      ['createPrompt', { id: 2, title: 'U', content: '', projectId: 5, notes: 'words', createdAt: before }],
      ['createPrompt', { id: 1, title: 'T', content: 'a', projectId: 5, createdAt: at }],
      [
        'saveVersion',
        expect.objectContaining({
          id: 9,
          promptId: 1,
          content: 'v',
          description: 'd',
          head: 'a',
          createdAt: at,
          version: 1,
        }),
      ],
      ['saveVersion', expect.objectContaining({ id: 10, promptId: 2, content: 'x' })],
      [
        'saveVersion',
        expect.objectContaining({ id: 8, promptId: 1, content: 'w', head: 'a', createdAt: before }),
      ],
      ['createResource', { ...file, onConflict: 'update' }],
    ]);
    expect((await promptOf(library, 1))?.content).toBe('a');
    expect((await versionsOf(library, 1)).map(({ id, version }) => [id, version])).toEqual([
      [8, 2],
      [9, 1],
    ]);
  });

  test('what the server has otherwise is changed to what is here, and its text is kept', async () => {
    const library = await known();
    await takeOver(library, 'mine', [
      projectChange({ name: 'N' }),
      promptChange({ title: 'U', content: 'b', lastVersion: 1 }),
      versionChange({ content: 'other' }),
      resourceChange({ name: 'Plan B' }),
    ]);
    expect(await queuedArgs(library)).toEqual([
      ['renameProject', { id: 5, name: 'P' }],
      ['updatePrompt', expect.objectContaining({ id: 1, title: 'T', notes: '' })],
      ['setContent', expect.objectContaining({ id: 1, content: 'a' })],
      ['editVersion', expect.objectContaining({ id: 9, promptId: 1, content: 'v' })],
      ['updateResource', expect.objectContaining({ id: 3, name: 'Plan', description: '' })],
    ]);
    expect((await promptOf(library, 1))?.content).toBe('a');
    const description = 'Text of the server after it was restored';
    expect(await versionsOf(library, 1)).toMatchObject([
      { content: 'other', description, conflict: null },
      { content: 'b', description, conflict: null },
      { content: 'v' },
    ]);
  });

  test('settings of this device are current, and those that they replace are kept with the text', async () => {
    const library = await known([
      projectChange(),
      promptChange({ attributes: { settings: { model: 'a' } } }),
    ]);
    await takeOver(library, 'mine', [
      projectChange(),
      promptChange({ attributes: { settings: { model: 'b', seed: 1 } } }),
    ]);
    const prompt = await library.db.prompts.get(1);
    expect(prompt?.row.attributes?.settings).toEqual({ model: 'a', seed: 1 });
    const versions = await library.db.versions.toArray();
    expect(versions.map(({ row }) => row.settings)).toEqual([{ model: 'b', seed: 1 }]);
  });

  test('notes of both sides stay', async () => {
    const library = await known([projectChange(), promptChange({ notes: 'here' })]);
    await takeOver(library, 'mine', [projectChange(), promptChange({ notes: 'there' })]);
    const notes = (await promptOf(library, 1))?.notes ?? '';
    expect([notes.includes('here'), notes.includes('there')]).toEqual([true, true]);
    expect((await queuedArgs(library)).map(([name]) => name)).toEqual(['updatePrompt']);
  });

  test('another description of a file is sent, and an empty text does not replace the one of the server', async () => {
    const library = await known([
      projectChange(),
      promptChange({ content: ' ' }),
      versionChange({ content: '' }),
      resourceChange({ description: 'of mine' }),
    ]);
    await takeOver(library, 'mine', everything());
    expect((await queuedArgs(library)).map(([name]) => name)).toEqual(['updateResource']);
    expect((await promptOf(library, 1))?.content).toBe('a');
  });

  test.each<[MutationName, object]>([
    ['deletePrompt', { id: 1 }],
    ['deleteProject', { id: 5 }],
    ['deleteVersion', { promptId: 1, id: 9 }],
    ['deleteVersions', { promptId: 1, versionIds: [9] }],
    ['deleteResource', { id: 3 }],
  ])('%s that waits is said again', async (name, args) => {
    const library = await known([...everything(), versionChange({ id: 10, version: 2 })]);
    const { db } = library;
    await db.transaction('rw', db.everything, async () => commitInside(library, name, args));
    expect(await readOutbox(library)).toHaveLength(1);
    await takeOver(library, 'mine', [...everything(), versionChange({ id: 10, version: 2 })]);
    expect((await readOutbox(library)).map((entry) => [entry.name, entry.state])).toEqual([[name, 'queued']]);
  });

  test('what could not be applied here any more waits on, with its words', async () => {
    const library = await known();
    await commit(library, 'setContent', { id: 1, content: 'of another app', base: 'a' });
    await library.db.outboxArgs.toCollection().modify({ args: { id: 1, text: 'of another app' } });
    await library.db.prompts.update(1, { 'row.content': 'a' });
    await takeOver(library, 'mine', everything());
    expect(await queuedArgs(library)).toEqual([['setContent', { id: 1, text: 'of another app' }]]);
  });

  test('what cannot be said again is refused, what needs it is held, and everything else goes', async () => {
    const library = await known([
      ...everything(),
      projectChange({ id: 6, name: ' ' }),
      promptChange({ id: 2, projectId: 6, content: 'inside' }),
      versionChange({ id: 10, promptId: 2, content: 'saved inside' }),
      resourceChange({ id: 4, projectId: 6 }),
    ]);
    await takeOver(library, 'mine', []);
    const entries = await outboxItems(library);
    expect(entries.map(({ entry, held }) => [entry.name, entry.target, held || entry.state])).toEqual([
      ['createProject', 'project:5', 'queued'],
      ['createProject', 'project:6', 'refused'],
      ['createPrompt', 'prompt:1', 'queued'],
      ['createPrompt', 'prompt:2', true],
      ['saveVersion', 'prompt:1', 'queued'],
      ['saveVersion', 'prompt:2', true],
      ['createResource', 'resource:3', 'queued'],
      ['createResource', 'resource:4', true],
    ]);
    const refused = entries.find(({ entry }) => entry.state === 'refused')?.entry;
    expect(refused?.problem).toMatchObject({ code: 'invalid_fields', errors: [{ path: 'name' }] });
    expect((await outlineOf(library)).prompts.map(({ id }) => id)).toEqual([1]);

    const named = { id: 6, name: 'Named', color: 'red' };
    expect(await editEntry(library, refused?.position ?? 0, named)).toEqual({ ok: true });
    expect((await promptOf(library, 2))?.content).toBe('inside');
    expect((await versionsOf(library, 2)).map(({ content }) => content)).toEqual(['saved inside']);
    expect(await library.db.resources.count()).toBe(2);
    expect((await takeBatch(library))?.mutations).toHaveLength(8);
  });

  test('the first text and the mark of a version go along, and so does that somebody has looked at it', async () => {
    const marked = versionChange({
      id: 10,
      version: 2,
      content: 'w',
      original: 'first',
      conflict: 'unreviewed',
    });
    const looked = versionChange({ conflict: 'reviewed' });
    const library = await known([projectChange(), promptChange({ lastVersion: 2 }), looked, marked]);
    const there = [
      projectChange(),
      promptChange({ lastVersion: 1 }),
      versionChange({ conflict: 'unreviewed' }),
    ];
    await takeOver(library, 'mine', there);
    expect(await queuedArgs(library)).toEqual([
      ['reviewVersion', { promptId: 1, id: 9 }],
      ['saveVersion', expect.objectContaining({ id: 10, original: 'first', conflict: 'unreviewed' })],
    ]);
    expect(await versionsOf(library, 1)).toMatchObject([
      { content: 'w', original: 'first', conflict: 'unreviewed' },
      { content: 'v', original: null, conflict: 'reviewed' },
    ]);
  });

  test('hundreds of rows that the server has as well are passed over', async () => {
    const many = Array.from({ length: 400 }, (_, index) => promptChange({ id: index + 10 }));
    const library = await known([projectChange(), ...many]);
    await takeOver(library, 'mine', [projectChange({ name: 'N' }), ...many]);
    expect(await queuedArgs(library)).toEqual([['renameProject', { id: 5, name: 'P' }]]);
  });

  test('a pending edit is sent once, with the text that is here', async () => {
    const library = await known();
    await commit(library, 'setContent', { id: 1, content: 'a b', base: 'a' });
    await takeOver(library, 'mine', everything());
    expect(await queuedArgs(library)).toEqual([['setContent', expect.objectContaining({ content: 'a b' })]]);
    expect((await promptOf(library, 1))?.content).toBe('a b');
  });

  test('what is open on the server is what is open here', async () => {
    const library = await known();
    await commit(library, 'setUiState', { stateKey: 'open_prompt_ids', stateValue: [1] });
    await takeOver(library, 'mine', everything());
    expect(await uiStateOf(library, 'open_prompt_ids')).toBeUndefined();
  });
});
