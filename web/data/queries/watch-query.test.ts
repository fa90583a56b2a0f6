// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { commit } from '../commit/commit.ts';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import { watchQuery } from './watch-query.ts';

test('a query is answered again after a change of what it read, until it stops', async () => {
  const library = await openedLibrary();
  const counts: number[] = [];
  const stop = watchQuery(
    () => library.db.projects.count(),
    (count) => counts.push(count),
  );
  await vi.waitFor(() => expect(counts).toEqual([0]));
  await commit(library, 'createProject', { id: 5, name: 'P', color: 'red' });
  await vi.waitFor(() => expect(counts).toEqual([0, 1]));
  stop();
  await commit(library, 'createProject', { id: 6, name: 'Q', color: 'red' });
  expect(await library.db.projects.count()).toBe(2);
  expect(counts).toEqual([0, 1]);
});

test('a query that fails gives its error to whoever watches, and nothing once they have stopped', async () => {
  const failed = vi.fn();
  const broken = new Error('broken');
  watchQuery(() => Promise.reject(broken), vi.fn(), failed);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(broken));
  const late = Promise.withResolvers<never>();
  const failedLate = vi.fn();
  const stop = watchQuery(() => late.promise, vi.fn(), failedLate);
  stop();
  late.reject(broken);
  await expect(late.promise).rejects.toThrow('broken');
  expect(failedLate).not.toHaveBeenCalled();
});
