/** Tests the order of events in a real browser: an IndexedDB in memory dispatches them without a pause in between. */
import { liveQuery } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { promptOf } from '../queries/queries.ts';
import { watchPrompt } from '../queries/watch-prompt.ts';
import { projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { deleteLibrary, type Library, type LibraryDeps, openLibrary } from './library.ts';

const user = { id: 7, username: 'order', displayName: 'Ada' };
const deps: LibraryDeps = { random: (words) => crypto.getRandomValues(words), now: () => 0 };
const opened: { library: Library; stop(): void }[] = [];

afterEach(async () => {
  for (const { library, stop } of opened.splice(0)) {
    stop();
    library.db.close();
  }
  await deleteLibrary(user, deps);
});

/** A library with one prompt and a live query of it; `events` has what happens from now on. */
async function watchedLibrary(): Promise<{ library: Library; events: string[] }> {
  const library = await openLibrary(user, deps);
  await pullPage(library, [projectChange(), promptChange()]);
  const events: string[] = [];
  const first = Promise.withResolvers<void>();
  const query = liveQuery(() => {
    events.push('query');
    return promptOf(library, 1);
  });
  const subscription = query.subscribe(() => first.resolve());
  opened.push({ library, stop: () => subscription.unsubscribe() });
  await first.promise;
  events.length = 0;
  return { library, events };
}

test('the loop goes on with a commit before a live query looks again', async () => {
  const { library, events } = await watchedLibrary();
  library.onCommitStart.add(({ ended }) => void ended.then((isStored) => events.push(`ended ${isStored}`)));
  await commit(library, 'setContent', { id: 1, content: 'new', base: 'a' });
  expect(events.slice(0, 2)).toEqual(['ended true', 'query']);
});

test('a watcher receives a row that a pull has stored before a live query looks again', async () => {
  const { library, events } = await watchedLibrary();
  const stop = watchPrompt(library, 1, (row) => events.push(row === undefined ? 'changed' : row.content));
  await Promise.resolve();
  events.length = 0;
  const page = {
    cursor: 'e.99',
    more: false,
    changes: [promptChange({ content: 'b' }, { seq: 99, rev: 2 })],
  };
  const options = { allowRemovals: false, ifIdle: { account: user.id } };
  expect(await applyPull(library, page, options)).toMatchObject({ kind: 'applied' });
  stop();
  expect(events[0]).toBe('b');
  expect(events).toContain('changed');
});
