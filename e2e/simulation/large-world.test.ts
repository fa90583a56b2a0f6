/**
 * A large library through the acts that touch all of it, and what a row of it costs each: the bounds are the same
 * for every size, so that whatever grows faster than the library breaks them. `SIMULATION_PROMPTS=10000` runs it at
 * full size.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRestoreDeleted } from '../../sync-server/services/transfer/restore-deleted.ts';
import { createLibraryStorage } from '../../sync-server/storage/sqlite/library-storage.ts';
import { commit } from '../../web/data/commit/commit.ts';
import { outboxCounts } from '../../web/data/outbox/outbox-counts.ts';
import { outlineOf } from '../../web/data/queries/queries.ts';
import { imported, libraryJson } from '../../web/data/testing/import-scene.ts';
import {
  type Cost,
  emptied,
  type LargeDevice,
  type LargeWorld,
  largeDevice,
  largeWorld,
  libraryFile,
} from './large-world.ts';

const prompts = Number(process.env.SIMULATION_PROMPTS ?? 200);
const versionsEach = 10;
const rows = prompts * (1 + versionsEach);

let world: LargeWorld;
let laptop: LargeDevice;

beforeAll(async () => {
  world = await largeWorld();
  laptop = await largeDevice(world);
});
afterAll(() => world[Symbol.dispose]());

/** At most so much a row, and a little that does not depend on the rows. */
function expectWithin(cost: Cost, perRow: Cost): void {
  for (const what of ['requests', 'read', 'written', 'statements'] as const) {
    expect(cost[what], `${what} for ${rows} rows`).toBeLessThanOrEqual(perRow[what] * rows + 200);
  }
}

const waitingOn = async ({ library }: LargeDevice) => (await outboxCounts(library)).waiting;
const promptsOn = async ({ library }: LargeDevice) => (await outlineOf(library)).prompts.length;

test('an import reads and writes each row a few times', async () => {
  const file = libraryFile(prompts, versionsEach);
  const cost = await laptop.cost(() => imported(laptop.library, libraryJson(file)));
  expect(await waitingOn(laptop)).toBe(rows + 1);
  expectWithin(cost, { requests: 0, read: 5, written: 5, statements: 0 });
});

test('a drain sends hundreds of entries a request, reads an entry a bounded number of times, and asks for each page once', async () => {
  const cost = await laptop.cost(() => laptop.round());
  expect(await waitingOn(laptop)).toBe(0);
  expectWithin(cost, { requests: 0.01, read: 80, written: 8, statements: 16 });
  expect(laptop.places.length).toBeGreaterThan(3);
  expect(laptop.places).toEqual([...new Set(laptop.places)]);
});

test('a second device fills with one statement and one write a row', async () => {
  const tablet = await largeDevice(world);
  const cost = await tablet.cost(() => tablet.round());
  expect(await promptsOn(tablet)).toBe(prompts);
  expectWithin(cost, { requests: 0.01, read: 3, written: 1.5, statements: 1.5 });
  tablet.library.db.close();
});

test('a device that keeps its own on an emptied server writes each row a few times and sends it once', async () => {
  emptied(world);
  expect(await laptop.round()).toEqual({ kind: 'asks', reason: 'reset' });
  const kept = await laptop.cost(() => laptop.keepMine());
  expect(await waitingOn(laptop)).toBeGreaterThanOrEqual(rows);
  expectWithin(kept, { requests: 0.01, read: 20, written: 8, statements: 1 });
  const drained = await laptop.cost(() => laptop.round());
  expect(await waitingOn(laptop)).toBe(0);
  expectWithin(drained, { requests: 0.01, read: 120, written: 8, statements: 16 });
});

test('a project is deleted with two reads and three writes a row on the device, and a few statements', async () => {
  const cost = await laptop.cost(() => commit(laptop.library, 'deleteProject', { id: 1 }));
  expect(await promptsOn(laptop)).toBe(0);
  // One of the writes puts the row into the bin.
  expectWithin(cost, { requests: 0, read: 3, written: 4, statements: 0 });
  const sent = await laptop.cost(() => laptop.round());
  expect(await waitingOn(laptop)).toBe(0);
  expect(await laptop.library.db.confirmed.count()).toBe(0);
  expectWithin(sent, { requests: 0.01, read: 8, written: 7, statements: 6 });
});

test('what was deleted is restored with a few statements a row, and comes back to a device', async () => {
  const storage = createLibraryStorage(world.server.sqlite());
  const deleted = createRestoreDeleted({ storage, commit: world.server.services.commit });
  const ids = (await deleted.list(world.user.id)).map(({ stored }) => stored.id);
  const cost = await laptop.cost(() => deleted.restore(world.user.id, ids));
  expectWithin(cost, { requests: 0, read: 0, written: 0, statements: 20 });
  const pulled = await laptop.cost(() => laptop.round());
  expect(await promptsOn(laptop)).toBe(prompts);
  expectWithin(pulled, { requests: 0.01, read: 6, written: 4, statements: 3 });
});
