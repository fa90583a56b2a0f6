// Dexie's live queries stay silent where the global IndexedDB was missing when Dexie was loaded.
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openedLibrary } from '../testing/server-rows-scene.ts';
import { changesKept, liveResults } from './live-query.ts';

async function watched() {
  const { db } = await openedLibrary();
  const results: number[] = [];
  let asked = 0;
  const subscription = liveResults(() => {
    asked += 1;
    return db.notices.count();
  }).subscribe(
    (count) => results.push(count),
    (error) => {
      throw error;
    },
  );
  onTestFinished(() => subscription.unsubscribe());
  await vi.waitFor(() => expect(results).toEqual([0]));
  const writeElsewhere = async (times: number) => {
    for (let time = 0; time < times; time += 1) await db.meta.put({ key: `elsewhere ${time}`, value: time });
  };
  const notice = (id: number) =>
    db.notices.put({ id, at: '2026-01-01T00:00:00.000Z', kind: 'nameStands', title: 'Letters' });
  return { results, asked: () => asked, writeElsewhere, notice, subscription };
}

test('a query is asked again only after so many changes of what it did not read, and follows its own then', async () => {
  const { results, asked, writeElsewhere, notice } = await watched();
  await writeElsewhere(changesKept - 1);
  expect(asked()).toBe(1);
  await writeElsewhere(1);
  await vi.waitFor(() => expect(asked()).toBe(2));
  await notice(1);
  await vi.waitFor(() => expect(results.at(-1)).toBe(1));
  // The result of the second reading was known.
  expect(results).toEqual([0, 1]);
});

test('a result begins the count anew, and nothing is asked once nobody listens', async () => {
  const { results, asked, writeElsewhere, notice, subscription } = await watched();
  await writeElsewhere(changesKept - 2);
  await notice(1);
  await vi.waitFor(() => expect(results).toEqual([0, 1]));
  await writeElsewhere(changesKept - 1);
  expect(asked()).toBe(2);
  subscription.unsubscribe();
  await writeElsewhere(changesKept);
  expect(asked()).toBe(2);
});

test('a result follows an error, also the one that was known before', async () => {
  const { db } = await openedLibrary();
  const seen: unknown[] = [];
  let fails = false;
  const subscription = liveResults(async () => {
    const count = await db.notices.count();
    if (fails) throw new Error('The disk is away.');
    return count;
  }).subscribe(
    (count) => seen.push(count),
    (error) => seen.push(String(error)),
  );
  onTestFinished(() => subscription.unsubscribe());
  await vi.waitFor(() => expect(seen).toEqual([0]));
  const writeElsewhere = async () => {
    for (let time = 0; time < changesKept; time += 1) await db.meta.put({ key: 'elsewhere', value: time });
  };
  fails = true;
  await writeElsewhere();
  await vi.waitFor(() => expect(seen).toEqual([0, 'Error: The disk is away.']));
  fails = false;
  await writeElsewhere();
  await vi.waitFor(() => expect(seen).toEqual([0, 'Error: The disk is away.', 0]));
});

test('a reading that takes longer than so many changes is not begun again before its end', async () => {
  const { db } = await openedLibrary();
  const results: string[] = [];
  let asked = 0;
  const gate = Promise.withResolvers<void>();
  const subscription = liveResults(async () => {
    asked += 1;
    await gate.promise;
    return 'read';
  }).subscribe(
    (result) => results.push(result),
    (error) => {
      throw error;
    },
  );
  onTestFinished(() => subscription.unsubscribe());
  await vi.waitFor(() => expect(asked).toBe(1));
  for (let time = 0; time < 2 * changesKept; time += 1) await db.meta.put({ key: 'elsewhere', value: time });
  expect(asked).toBe(1);
  gate.resolve();
  await vi.waitFor(() => expect(results).toEqual(['read']));
});
