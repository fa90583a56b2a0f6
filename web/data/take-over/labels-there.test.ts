import { expect, test } from 'vitest';
import { readOutbox } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';

const cursor = { epoch: 'new', seq: 4 };
const labels = [
  {
    label: 'production',
    versionId: 21,
    moves: [{ versionId: 21, at: '2026-01-01T00:00:00.000Z', device: 'Phone' }],
  },
];
const mine = () => [
  projectChange(),
  promptChange({ attributes: { labels }, lastVersion: 1 }),
  versionChange({ id: 21, promptId: 1, content: 'labelled' }),
];

test.each([
  ['which lost the version', [projectChange(), promptChange()]],
  ['which lost everything', []],
])('a label of this device comes to a server %s, after the version', async (_, changes) => {
  const library = await openedLibrary();
  await pullPage(library, mine());
  await takeOverFeed(library, { changes, cursor, keep: 'mine' });
  expect((await promptOf(library, 1))?.attributes?.labels).toMatchObject([
    { label: 'production', versionId: 21 },
  ]);
  const names = (await readOutbox(library)).map(({ name }) => name);
  expect(names.indexOf('setAttributes')).toBeGreaterThan(names.indexOf('saveVersion'));
});
