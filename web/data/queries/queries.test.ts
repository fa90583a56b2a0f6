// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { initialLoopState } from '#shared/sync/status.ts';
import { commit } from '../commit/commit.ts';
import { openLibrary } from '../database/library.ts';
import { countLibrary } from '../database/library-counts.ts';
import type { LoopChannel } from '../database/loop-memory.ts';
import { textKey } from '../drafts/text-ref.ts';
import { countNotices, takeNotices } from '../feed/notices.ts';
import {
  at,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { promptNotesOf } from './prompt-notes.ts';
import { changeLoopState, loopState, outlineOf, promptOf, uiStateOf, unsentCounts } from './queries.ts';
import {
  editedSince,
  newestSavedVersion,
  newestVersionOf,
  unreviewedVersionsOf,
  versionCountOf,
  versionIdsOf,
  versionItemsOf,
  versionNumberOf,
  versionOf,
  versionTextOf,
} from './version-items.ts';
import { watchVersion } from './watch-version.ts';

async function filled() {
  const library = await openedLibrary();
  await pullPage(library, [
    projectChange(),
    promptChange({
      notes: JSON.stringify([
        { id: '1', content: 'n' },
        { id: '2', content: 'm' },
      ]),
      lastVersion: 2,
    }),
    promptChange({ id: 2, title: 'U' }),
    versionChange(),
    versionChange({ id: 10, version: 2, content: 'w', original: 'o', conflict: 'unreviewed' }),
  ]);
  return library;
}

test('each row is found by its id, and what is not there is undefined', async () => {
  const library = await filled();
  expect(await promptOf(library, 1)).toMatchObject({ title: 'T' });
  expect(await versionTextOf(library, 10)).toBe('w');
  expect(await promptNotesOf(library, 2)).toBe('');
  const nothing = [promptOf(library, 7), versionTextOf(library, 7), promptNotesOf(library, 7)];
  expect(await Promise.all(nothing)).toEqual(nothing.map(() => undefined));
});

test('versions are listed newest first, in lists without their texts', async () => {
  const library = await filled();
  expect((await versionsOf(library, 1)).map(({ content }) => content)).toEqual(['w', 'v']);
  expect(await versionIdsOf(library, 1)).toEqual([10, 9]);
  const conflict = {
    ...{ id: 10, version: 2, description: 'd', createdAt: at, conflict: 'unreviewed', edited: true },
  };
  expect(await unreviewedVersionsOf(library, 1)).toEqual([conflict]);
  expect([await newestVersionOf(library, 1), await newestVersionOf(library, 2)]).toEqual([2, undefined]);
  expect([await versionNumberOf(library, 9), await versionNumberOf(library, 7)]).toEqual([1, undefined]);
  expect(await versionItemsOf(library, [10, 7, 9])).toEqual([
    conflict,
    { id: 9, version: 1, description: 'd', createdAt: at, conflict: null, edited: false },
  ]);
  expect([await versionCountOf(library, 1), await versionCountOf(library, 2)]).toEqual([2, 0]);
  expect(await versionsOf(library, 2)).toEqual([]);
});

test('a text is edited since the newest version that somebody saved, whatever a conflict left out since', async () => {
  const library = await filled();
  expect(await newestSavedVersion(library, 1)).toMatchObject({ id: 9, version: 1 });
  expect(await newestSavedVersion(library, 2)).toBeUndefined();
  const saved = (await versionTextOf(library, 9)) ?? '';
  await commit(library, 'setContent', { id: 1, content: `${saved} and more` });
  expect([await editedSince(library, 1), await editedSince(library, 2)]).toEqual([1, null]);
  await commit(library, 'setContent', { id: 1, content: saved });
  expect(await editedSince(library, 1)).toBeNull();
  expect([(await versionOf(library, 9))?.version, await versionOf(library, 7)]).toEqual([1, undefined]);
});

test('what lies here is counted, each note by itself, with whether the feed was read to its end', async () => {
  expect(await countLibrary(await openedLibrary())).toEqual({
    ...{ prompts: 0, versions: 0, notes: 0, complete: false },
  });
  expect(await countLibrary(await filled())).toEqual({ prompts: 2, versions: 2, notes: 2, complete: true });
});

test('the outline is in the order in which things were made', async () => {
  const library = await openedLibrary();
  const later = '2026-03-01T00:00:00.000Z';
  await pullPage(library, [
    projectChange({ id: 7, createdAt: later }),
    projectChange({ id: 6 }),
    projectChange(),
    promptChange({ id: 3, createdAt: later }),
    promptChange({ id: 4 }),
    promptChange({ id: 2 }),
  ]);
  const { projects, prompts } = await outlineOf(library);
  expect(projects.map(({ id }) => id)).toEqual([5, 6, 7]);
  expect(prompts.map(({ id }) => id)).toEqual([2, 4, 3]);
  expect(projects[0]).toEqual({ id: 5, name: 'P', color: 'red', createdAt: at });
  expect(prompts[0]).toEqual({ id: 2, title: 'T', createdAt: at, projectId: 5 });
});

test('the outline follows each change of what it shows, and no other', async () => {
  const library = await filled();
  const written = vi.spyOn(library.db.outline, 'add');
  const outlineWrites = () => written.mock.calls.length;
  await commit(library, 'setContent', { id: 1, content: 'b', base: 'a' });
  await commit(library, 'updatePrompt', { id: 1, notes: '' });
  expect(outlineWrites()).toBe(0);
  await commit(library, 'updatePrompt', { id: 1, title: 'N' });
  await commit(library, 'renameProject', { id: 5, name: 'Q' });
  await commit(library, 'deletePrompt', { id: 2 });
  expect(outlineWrites()).toBe(3);
  expect(await outlineOf(library)).toMatchObject({ projects: [{ name: 'Q' }], prompts: [{ title: 'N' }] });
  await pullPage(library, [projectChange({ name: 'Q', color: 'blue' }, { seq: 11, rev: 3 })], 11);
  expect((await outlineOf(library)).projects).toMatchObject([{ color: 'blue' }]);
  await pullPage(library, [projectChange({ id: 6, name: 'R' }, { seq: 12 })], 12);
  await pullPage(library, [promptChange({ projectId: 6 }, { seq: 13, rev: 2 })], 13);
  expect((await outlineOf(library)).prompts).toMatchObject([{ projectId: 6 }]);
  await commit(library, 'deleteProject', { id: 5 });
  expect((await outlineOf(library)).projects).toMatchObject([{ id: 6 }]);
});

test('the outline is the list of the rows after several hundred changes, and its pieces stay bounded', async () => {
  const library = await filled();
  for (let turn = 1; turn <= 300; turn += 1) {
    await commit(library, 'updatePrompt', { id: 1, title: `Title ${turn}` });
    if (turn % 100 === 0)
      await commit(library, 'createProject', { id: turn, name: `P${turn}`, color: 'red' });
    if (turn === 250) await commit(library, 'deletePrompt', { id: 2 });
  }
  const { projects, prompts } = await outlineOf(library);
  expect(projects.map(({ id }) => id)).toEqual((await library.db.projects.toArray()).map(({ id }) => id));
  expect(prompts).toMatchObject([{ id: 1, title: 'Title 300' }]);
  expect(await library.db.outline.count()).toBeLessThan(256);
});

const ada = { id: 1, username: 'ada', displayName: 'Ada' };
const drawn = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);

/** Channels that carry each message to all others, at once. */
function joinedChannels(): () => LoopChannel {
  const all = new Set<(message: unknown) => void>();
  return () => {
    const own = new Set<(message: unknown) => void>();
    return {
      post: (message) => {
        for (const listener of all) if (!own.has(listener)) listener(structuredClone(message));
      },
      listen(listener) {
        all.add(listener);
        own.add(listener);
        return () => all.delete(listener);
      },
    };
  };
}

describe('the state of the loop', () => {
  test('keeps what two tabs write at once', async () => {
    const library = await openedLibrary();
    await Promise.all([
      changeLoopState(library, { paused: 'reset' }),
      changeLoopState(library, { working: true }),
      changeLoopState(library, { connection: 'online' }),
    ]);
    expect(await loopState(library)).toMatchObject({ paused: 'reset', working: true, connection: 'online' });
  });

  test('is what was written last', async () => {
    const library = await openedLibrary();
    expect(await loopState(library)).toEqual(initialLoopState);
    const connections = ['idle', 'online', 'offline', 'rate', 'failing'] as const;
    const pauses = ['auth', 'reset', 'removals', 'update', null] as const;
    for (const [index, connection] of connections.entries()) {
      const paused = pauses[index] ?? null;
      const state = {
        ...initialLoopState,
        connection,
        working: true,
        paused,
        lastSuccess: at,
        lastAnswer: at,
      };
      await changeLoopState(library, state);
      expect(await loopState(library)).toEqual(state);
    }
  });

  const reopened = async (stored: unknown) => {
    const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
    const open = () => openLibrary(ada, { random: drawn, now: () => 0, indexedDb });
    const first = await open();
    await first.db.meta.put({ key: 'loop', value: stored });
    first.db.close();
    return open();
  };

  test('survives a reload as why it is paused, until when, and when all was synced', async () => {
    const stored = { paused: 'auth' as const, notBefore: at, lastSuccess: at };
    const earlier = { ...initialLoopState, connection: 'online', working: true, ...stored };
    const library = await reopened(earlier);
    expect(await loopState(library)).toEqual({ ...initialLoopState, ...stored });
  });

  test('is the first one where what was stored cannot be read', async () => {
    const library = await reopened({ paused: 'lost' });
    expect(await loopState(library)).toEqual(initialLoopState);
  });

  test('is shown in all tabs of the library, and each tab changes only the fields that it means', async () => {
    const channel = joinedChannels();
    const indexedDb = { indexedDB: new IDBFactory(), IDBKeyRange };
    const tab = () => openLibrary(ada, { random: drawn, now: () => 0, indexedDb, tabs: channel() });
    const [first, second] = [await tab(), await tab()];
    const received: boolean[] = [];
    second.loop.subscribe(() => received.push(second.loop.get().working));
    await Promise.all([
      changeLoopState(first, { working: true }),
      changeLoopState(second, { paused: 'reset' }),
    ]);
    expect(received).toEqual([true, true]);
    for (const { loop } of [first, second]) {
      expect(loop.get()).toMatchObject({ working: true, paused: 'reset' });
    }
    second.db.close();
    await changeLoopState(first, { working: false });
    expect(second.loop.get().working).toBe(true);
  });

  test('that only moves a spinner writes nothing', async () => {
    const library = await openedLibrary();
    await changeLoopState(library, { working: true, moving: true, connection: 'online' });
    expect(await library.db.meta.get('loop')).toBeUndefined();
    await changeLoopState(library, { paused: 'reset' });
    expect(await library.db.meta.get('loop')).toMatchObject({ value: { paused: 'reset' } });
  });
});

test('what is open is read as it was written, and as nothing where it cannot be read', async () => {
  const library = await openedLibrary();
  expect(await uiStateOf(library, 'expanded_project_ids')).toBeUndefined();
  await commit(library, 'setUiState', { stateKey: 'expanded_project_ids', stateValue: [5] });
  expect(await uiStateOf(library, 'expanded_project_ids')).toEqual([5]);
  expect(await uiStateOf(library, 'open_prompt_ids')).toBeUndefined();
});

test('what only this device has is counted, entries and files apart', async () => {
  const library = await filled();
  await commit(library, 'renameProject', { id: 5, name: 'Q' });
  expect(await unsentCounts(library)).toEqual({
    ...{ waiting: 1, refused: 0, oldest: at },
    files: { waiting: 0, refused: 0, stuck: 0 },
  });
});

test('notices are given out once, oldest first', async () => {
  const library = await openedLibrary();
  for (const title of ['first', 'second']) {
    await library.db.notices.add({ at, kind: 'keptAfterDelete', title });
  }
  expect(await countNotices(library)).toBe(2);
  expect((await takeNotices(library)).map(({ title }) => title)).toEqual(['first', 'second']);
  expect([await countNotices(library), await takeNotices(library)]).toEqual([0, []]);
});

test('a text is named by its prompt, and by its version where it is an old one', () => {
  expect(textKey({ promptId: 1, versionId: null })).toBe('1');
  expect(textKey({ promptId: 1, versionId: 9 })).toBe('1.9');
});

test('a watcher of a version receives its text, each change of it, its end, and nothing after it has stopped', async () => {
  const library = await filled();
  const texts: (string | undefined)[] = [];
  const stop = watchVersion(library, 9, (text) => texts.push(text));
  await vi.waitFor(() => expect(texts).toEqual(['v']));
  await commit(library, 'editVersion', { promptId: 1, id: 9, content: 'x', base: 'v' });
  await vi.waitFor(() => expect(texts.at(-1)).toBe('x'));
  await commit(library, 'deleteVersion', { promptId: 1, id: 9 });
  await vi.waitFor(() => expect(texts.at(-1)).toBeUndefined());
  const stopEarly = watchVersion(library, 10, (text) => texts.push(text));
  stopEarly();
  stop();
  const receivedSoFar = texts.length;
  const later = vi.fn();
  watchVersion(library, 10, later);
  await vi.waitFor(() => expect(later).toHaveBeenCalledWith('w'));
  expect(texts).toHaveLength(receivedSoFar);
});
