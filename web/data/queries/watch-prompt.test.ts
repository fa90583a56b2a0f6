// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { type Library, openLibrary } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { projectChange, promptChange } from '../testing/server-rows-scene.ts';
import { promptOf } from './queries.ts';
import { watchPrompt } from './watch-prompt.ts';

const user = { id: 1, username: 'ada', displayName: 'Ada' };
const opened: Library[] = [];

async function library(indexedDB = new IDBFactory()): Promise<Library> {
  let word = 1;
  const made = await openLibrary(user, {
    random: (words) => words.map(() => word++),
    now: () => 0,
    indexedDb: { indexedDB, IDBKeyRange },
  });
  opened.push(made);
  return made;
}

afterEach(() => {
  for (const made of opened.splice(0)) made.db.close();
});

function recorded() {
  const texts: (string | undefined)[] = [];
  let wake: () => void = () => undefined;
  return {
    texts,
    record(text: string | undefined) {
      texts.push(text);
      wake();
    },
    /** Resolves when this text was received; the test's own time limit is the failure. */
    async until(text: string | undefined) {
      while (!texts.includes(text)) await new Promise<void>((resolve) => (wake = resolve));
    },
  };
}

async function readInto(here: Library, { record }: ReturnType<typeof recorded>): Promise<void> {
  record((await promptOf(here, 2))?.content);
}

test('a watcher receives the row as it is, every change of it from another tab, and its end', async () => {
  const indexedDB = new IDBFactory();
  const [here, there] = [await library(indexedDB), await library(indexedDB)];
  await commit(here, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(here, 'createPrompt', { id: 2, title: 'T', content: 'one', projectId: 1 });
  const received = recorded();
  const stop = watchPrompt(here, 2, () => void readInto(here, received));
  await received.until('one');
  await commit(there, 'setContent', { id: 2, content: 'two', base: 'one' });
  await received.until('two');
  await commit(there, 'deletePrompt', { id: 2 });
  await received.until(undefined);
  stop();
});

test('a watcher receives the text of a page that is stored as it came, and reads what is merged', async () => {
  const here = await library();
  const pulled = (seq: number, content: string) =>
    applyPull(
      here,
      {
        cursor: `e.${seq}`,
        more: false,
        changes: [projectChange(), promptChange({ id: 2, content }, { seq })],
      },
      { allowRemovals: false, ...(seq === 2 ? {} : { ifIdle: { account: user.id } }) },
    );
  await pulled(2, 'one');
  const given: (string | undefined)[] = [];
  const stop = watchPrompt(here, 2, (row) => given.push(row?.content));
  await pulled(3, 'two');
  expect(given).toContain('two');
  await commit(here, 'setContent', { id: 2, content: 'two here', base: 'two' });
  given.length = 0;
  await applyPull(
    here,
    { cursor: 'e.4', more: false, changes: [promptChange({ id: 2, content: 'two there' }, { seq: 4 })] },
    { allowRemovals: false },
  );
  expect(new Set(given)).toEqual(new Set([undefined]));
  stop();
  await pulled(5, 'three');
  expect(given).not.toContain('three');
});

test('a stopped watcher receives nothing more', async () => {
  const here = await library();
  await commit(here, 'createProject', { id: 1, name: 'P', color: 'red' });
  await commit(here, 'createPrompt', { id: 2, title: 'T', content: 'one', projectId: 1 });
  const stopped = recorded();
  const going = recorded();
  const stop = watchPrompt(here, 2, () => void readInto(here, stopped));
  const stopGoing = watchPrompt(here, 2, () => void readInto(here, going));
  await stopped.until('one');
  await going.until('one');
  stop();
  await commit(here, 'setContent', { id: 2, content: 'two', base: 'one' });
  await going.until('two');
  expect(stopped.texts).toEqual(['one']);
  stopGoing();
});
