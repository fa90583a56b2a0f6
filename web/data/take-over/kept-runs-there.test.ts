import { expect, test } from 'vitest';
import { readOutbox } from '../outbox/outbox-store.ts';
import { keptRunsOf } from '../testing/kept-runs-scene.ts';
import {
  keptRunChange,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
} from '../testing/server-rows-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';

const there = () => [projectChange(), promptChange()];

async function known(...runs: ReturnType<typeof keptRunChange>[]) {
  const library = await openedLibrary();
  await pullPage(library, [...there(), ...runs]);
  return library;
}

test('a kept run that the server lost is kept there again, with its rating', async () => {
  const library = await known(keptRunChange({ stars: 4, note: 'n' }));
  await takeOverFeed(library, { changes: there(), cursor: { epoch: 'new', seq: 4 }, keep: 'mine' });
  const [entry] = await readOutbox(library);
  expect([entry?.name, entry?.args]).toMatchObject(['keepRun', { promptId: 1, id: 31, stars: 4, note: 'n' }]);
  expect(await keptRunsOf(library, 1)).toHaveLength(1);
});

test('of two ratings this device’s stands, and both notes are in the note', async () => {
  const library = await known(keptRunChange({ stars: 4, note: 'mine' }));
  const changes = [...there(), keptRunChange({ stars: 1, note: 'theirs' })];
  await takeOverFeed(library, { changes, cursor: { epoch: 'new', seq: 4 }, keep: 'mine' });
  expect(await keptRunsOf(library, 1)).toMatchObject([{ stars: 4, note: 'mine\n\ntheirs' }]);
});

test('where the server’s words count, its rows are shown, and a run without a prompt is gone', async () => {
  const library = await known(keptRunChange({ stars: 4 }), keptRunChange({ id: 32, promptId: 77 }));
  const changes = [...there(), keptRunChange({ stars: 1 })];
  await takeOverFeed(library, { changes, cursor: { epoch: 'new', seq: 4 }, keep: 'server' });
  expect(await library.db.keptRuns.toArray()).toMatchObject([{ id: 31, row: { stars: 1 } }]);
});
