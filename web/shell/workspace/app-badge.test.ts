import { expect, test, vi } from 'vitest';
import { commit } from '../../data/commit/commit.ts';
import { openedLibrary } from '../../data/testing/server-rows-scene.ts';
import { manualClock } from '../../ui/testing/manual-clock.ts';
import { watchAppBadge } from './app-badge.ts';

async function scene() {
  const library = await openedLibrary();
  const clock = manualClock();
  const shown: number[] = [];
  const badge = {
    setAppBadge: async (count?: number) => void shown.push(count ?? -1),
    clearAppBadge: async () => void shown.push(0),
  };
  const stop = watchAppBadge(library, clock, badge);
  const create = (id: number) => commit(library, 'createProject', { id, name: 'Letters', color: 'teal' });
  return { library, clock, shown, stop, create };
}

test('the badge counts what was not sent, once the changes rest, and goes with the library', async () => {
  const { clock, shown, stop, create } = await scene();
  await create(1);
  clock.pass(900);
  await create(2);
  clock.pass(900);
  expect(shown).toEqual([]);
  clock.pass(100);
  await vi.waitFor(() => expect(shown).toEqual([2]));
  stop();
  expect(shown).toEqual([2, 0]);
  await create(3);
  clock.pass(10_000);
  expect(shown).toEqual([2, 0]);
});

test('a change of the loop counts again, and the same number is not set twice', async () => {
  const { library, clock, shown, create } = await scene();
  await create(1);
  clock.pass(1_000);
  await vi.waitFor(() => expect(shown).toEqual([1]));
  library.loop.change({ working: true });
  await library.db.outbox.clear();
  clock.pass(1_000);
  await vi.waitFor(() => expect(shown).toEqual([1, 0]));
  library.loop.change({ working: false });
  clock.pass(1_000);
  await create(2);
  clock.pass(1_000);
  await vi.waitFor(() => expect(shown).toEqual([1, 0, 1]));
});
