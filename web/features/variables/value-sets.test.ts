import 'fake-indexeddb/auto';
import { setImmediate } from 'node:timers/promises';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { commit } from '../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../data/database/library.ts';
import { forgetDrafts } from '../../data/drafts/unsaved-drafts.ts';
import { memoryDrafts } from '../../data/testing/memory-drafts-scene.ts';
import { eventually } from '../../ui/testing/eventually.ts';
import { manualClock } from '../../ui/testing/manual-clock.ts';
import { createValueSets, type ValueSets } from './value-sets.ts';

const promptId = 2;

async function scene() {
  const drafts = memoryDrafts();
  let word = 100;
  const library = await openLibrary(
    { id: 7, username: 'ada', displayName: 'Ada' },
    {
      random: (words) => words.map(() => word++),
      now: () => Date.parse('2026-11-21T12:00:00Z'),
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
      drafts,
    },
  );
  await commit(library, 'createProject', { id: 1, name: 'Project', color: 'red' });
  await commit(library, 'createPrompt', { id: promptId, title: 'Prompt', content: 'one', projectId: 1 });
  const clock = manualClock();
  const open = async () => {
    const sets = createValueSets({ library, promptId, clock });
    const stop = sets.start();
    await eventually(() => expect(sets.state().isRead).toBe(true));
    return { sets, stop };
  };
  return { library, drafts, clock, open };
}

/** As another device's change does when it is pulled, or another tab's. */
function elsewhere(library: Library, id: number, values: Record<string, string> | null) {
  return commit(library, 'setAttributes', { id: promptId, valueSets: [{ id, name: 'Acme', values }] });
}

async function stored(library: Library) {
  return (await library.db.prompts.get(promptId))?.row.attributes?.valueSets ?? [];
}

const shown = (sets: ValueSets) => Object.fromEntries(sets.state().values);

test('values without a set are there after a reload, on this device alone', async () => {
  const { library, open } = await scene();
  const { sets, stop } = await open();
  sets.setValue('topic', 'the sea');
  stop();
  const again = (await open()).sets;
  expect(shown(again)).toEqual({ topic: 'the sea' });
  expect(await stored(library)).toEqual([]);
  again.setValue('topic', undefined);
  expect(shown(again)).toEqual({});
});

test('a prompt opens with its first set, until another choice was made on this device', async () => {
  const { library, open } = await scene();
  await elsewhere(library, 31, { topic: 'the sea' });
  await elsewhere(library, 32, { topic: 'the moon' });
  const { sets } = await open();
  expect(sets.state().chosen?.id).toBe(31);
  expect(shown(sets)).toEqual({ topic: 'the sea' });
  sets.choose(32);
  const again = (await open()).sets;
  expect(again.state().chosen?.id).toBe(32);
  again.choose(null);
  expect((await open()).sets.state().chosen).toBe(null);
});

test('values that are typed without a set stay in sight when a set comes from elsewhere', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  sets.setValue('topic', 'the sea');
  await elsewhere(library, 31, { topic: 'the moon' });
  await eventually(() => expect(sets.state().sets).toHaveLength(1));
  expect(shown(sets)).toEqual({ topic: 'the sea' });
});

test('a set is made of the values that are shown, which leave the device’s own', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  sets.setValue('topic', 'the sea');
  expect(await sets.create('Acme')).toBe(true);
  expect(sets.state().chosen).toMatchObject({ name: 'Acme', values: { topic: 'the sea' } });
  expect(await stored(library)).toMatchObject([{ name: 'Acme', values: { topic: 'the sea' } }]);
  sets.choose(null);
  expect(shown(sets)).toEqual({});
});

test('what is typed into a set is shown at once, and saved half a second after the last key', async () => {
  const { library, clock, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', {});
  sets.setValue('topic', 'the');
  clock.pass(400);
  sets.setValue('topic', 'the sea');
  clock.pass(400);
  expect(shown(sets)).toEqual({ topic: 'the sea' });
  expect(library.typed.hasPending()).toBe(true);
  expect(await stored(library)).toMatchObject([{ values: {} }]);
  clock.pass(100);
  await eventually(async () =>
    expect(await stored(library)).toMatchObject([{ values: { topic: 'the sea' } }]),
  );
  await eventually(() => expect(library.typed.hasPending()).toBe(false));
});

test('a value that was emptied is a value, and one that was taken away is none', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one', b: 'two' });
  sets.setValue('a', '');
  sets.setValue('b', undefined);
  await sets.flush();
  expect((await stored(library))[0]?.values).toEqual({ a: '' });
});

test('values of another device come in beside those that are being typed', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one', b: 'two' });
  const id = sets.state().chosen?.id ?? 0;
  sets.setValue('a', 'mine');
  await elsewhere(library, id, { a: 'one', b: 'theirs' });
  await eventually(() => expect(shown(sets)).toEqual({ a: 'mine', b: 'theirs' }));
  await sets.flush();
  expect((await stored(library))[0]?.values).toEqual({ a: 'mine', b: 'theirs' });
});

test('a value that both sides changed is kept twice', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one' });
  const id = sets.state().chosen?.id ?? 0;
  sets.setValue('a', 'mine');
  await elsewhere(library, id, { a: 'theirs' });
  await sets.flush();
  const values = (await stored(library)).map(({ name, values: { a } }) => [name, a]);
  expect(Object.fromEntries(values)).toEqual({ Acme: 'mine', 'Acme 2': 'theirs' });
});

test('a set that is deleted elsewhere while it is written in is there again', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one' });
  const id = sets.state().chosen?.id ?? 0;
  sets.setValue('b', 'mine');
  await elsewhere(library, id, null);
  await eventually(() => expect(sets.state().sets[0]?.values).toEqual({ b: 'mine' }));
  await sets.flush();
  expect(await stored(library)).toMatchObject([{ name: 'Acme', values: { b: 'mine' } }]);
});

test('what a page could not commit when it went away is committed by the next one', async () => {
  const { library, drafts, clock, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one' });
  sets.setValue('a', 'two');
  const key = Array.from({ length: drafts.length }, (_, at) => drafts.key(at) ?? '')[0] ?? '';
  void sets.flush();
  const torn = drafts.getItem(key);
  await sets.flush();
  await elsewhere(library, sets.state().chosen?.id ?? 0, { a: 'one' });
  drafts.setItem(key, torn ?? '');
  const next = (await open()).sets;
  expect(shown(next)).toEqual({ a: 'two' });
  clock.pass(500);
  await eventually(async () => expect(await stored(library)).toMatchObject([{ values: { a: 'two' } }]));
});

test('what cannot be saved stays, with the reason, until it can', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one' });
  sets.setValue('a', 'x'.repeat(200_000));
  await sets.flush();
  expect(sets.state().problem).toContain('128 KB');
  expect(shown(sets).a).toHaveLength(200_000);
  sets.setValue('a', 'short');
  await sets.flush();
  expect(sets.state().problem).toBeNull();
  expect((await stored(library))[0]?.values).toEqual({ a: 'short' });
});

test('where the library is closed, nothing typed is no error, and what was typed stays with the reason', async () => {
  const { library, clock, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one' });
  const unread = createValueSets({ library, promptId, clock });
  library.db.close();
  await unread.flush();
  expect(unread.state().problem).toBeNull();
  sets.setValue('a', 'two');
  await sets.flush();
  expect(sets.state().problem).toContain('could not write');
  expect(shown(sets)).toEqual({ a: 'two' });
});

test('values that were saved are not called unsaved where their row cannot be read afterwards', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one' });
  sets.setValue('a', 'two');
  const reading = vi.spyOn(library.db.prompts, 'get').mockRejectedValue(new Error('The disk is away.'));
  await sets.flush();
  reading.mockRestore();
  expect(sets.state().problem).toBeNull();
  expect((await stored(library))[0]?.values).toEqual({ a: 'two' });
});

test('values for which a device has no room are kept once they are shorter', async () => {
  const { open } = await scene();
  const { sets } = await open();
  sets.setValue('a', 'x'.repeat(300_000));
  await sets.flush();
  expect(sets.state().problem).toContain('no room');
  sets.setValue('a', 'short');
  await sets.flush();
  expect(sets.state().problem).toBeNull();
  expect(shown((await open()).sets)).toEqual({ a: 'short' });
});

test('a set is renamed and deleted, and comes back with all its values', async () => {
  const { library, open } = await scene();
  const { sets } = await open();
  await sets.create('Acme', { a: 'one' });
  const acme = sets.state().chosen;
  if (acme === null) throw new Error('No set is chosen.');
  expect(await sets.rename(acme, 'Acme, German')).toBe(true);
  expect(sets.state().chosen?.name).toBe('Acme, German');
  expect(await sets.rename(acme, ' ')).toBe(false);
  const renamed = { ...acme, name: 'Acme, German' };
  expect(await sets.remove(renamed)).toBe(true);
  expect(sets.state()).toMatchObject({ sets: [], chosen: null });
  expect(await sets.restore(renamed)).toBe(true);
  expect(sets.state().chosen).toMatchObject({ name: 'Acme, German', values: { a: 'one' } });
  expect(await stored(library)).toMatchObject([{ name: 'Acme, German', values: { a: 'one' } }]);
});

test('the chosen set is chosen again after a reload, and all drafts go with the person', async () => {
  const { drafts, open } = await scene();
  const { sets, stop } = await open();
  await sets.create('Acme', { a: 'one' });
  stop();
  expect((await open()).sets.state().chosen?.name).toBe('Acme');
  forgetDrafts(drafts, 7);
  expect(drafts.length).toBe(0);
});

test('a value is shown as it was typed at each moment of its saving, while others are typed', async () => {
  const { library, open } = await scene();
  const { sets, stop } = await open();
  await sets.create('Acme', { topic: 'the sea' });
  sets.setValue('topic', 'the hills');
  const seen = new Set<string | undefined>();
  sets.subscribe(() => seen.add(shown(sets).topic));
  let isSaved = false;
  void sets.flush().then(() => {
    isSaved = true;
  });
  for (let count = 0; !isSaved; count += 1) {
    sets.setValue('tone', String(count));
    await setImmediate();
  }
  expect([...seen]).toEqual(['the hills']);
  await sets.flush();
  expect((await stored(library))[0]?.values).toMatchObject({ topic: 'the hills' });
  stop();
});
