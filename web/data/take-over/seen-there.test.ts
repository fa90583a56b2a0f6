import { expect, test } from 'vitest';
import { z } from 'zod';
import { Seen } from '#shared/mutations/mutation.ts';
import type { Change } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  resourceChange,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { takeOverFeed } from './take-over-feed.ts';

const Deletion = z.looseObject({ seen: Seen });

/** A deletion waits, and this device takes over the feed of a server with another history, which has these rows. */
async function takenOver(deletion: 'deletePrompt' | 'deleteProject', changes: Change[]): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange(), versionChange(), resourceChange()]);
  await commit(library, deletion, { id: deletion === 'deletePrompt' ? 1 : 5 });
  await takeOverFeed(library, { changes, cursor: { epoch: 'new', seq: 50 }, keep: 'mine' });
  return library;
}

async function placeSeen(library: Library): Promise<number | undefined> {
  const deletions = (await readOutbox(library)).filter(({ name }) => name.startsWith('delete'));
  expect(deletions).toHaveLength(1);
  return Deletion.parse(deletions[0]?.args).seen.seq;
}

test('a deletion has seen the rows of the other history that this device knew', async () => {
  const there = [projectChange(), promptChange({}, { seq: 30 }), versionChange({}, { seq: 40 })];
  const library = await takenOver('deletePrompt', there);
  expect(await placeSeen(library)).toBe(40);
  expect(await promptOf(library, 1)).toBeUndefined();
});

test.each([
  ['the prompt has another text there', [promptChange({ content: 'theirs' }), versionChange()]],
  ['a version has another text there', [promptChange(), versionChange({ content: 'theirs' })]],
  ['another version is there', [promptChange(), versionChange(), versionChange({ id: 77 })]],
])('a deletion has seen nothing where %s, and deletes nothing', async (_what, changes) => {
  const library = await takenOver('deletePrompt', [projectChange(), ...changes]);
  expect(await placeSeen(library)).toBe(0);
  expect(await promptOf(library, 1)).toBeDefined();
});

test('the deletion of a project has seen the rows inside that this device knew', async () => {
  const there = [projectChange(), promptChange(), versionChange(), resourceChange({}, { seq: 45 })];
  const library = await takenOver('deleteProject', there);
  expect(await placeSeen(library)).toBe(45);
  expect(await promptOf(library, 1)).toBeUndefined();
});

test('the deletion of a project has seen nothing where another prompt is inside, and deletes nothing', async () => {
  const there = [projectChange(), promptChange(), versionChange(), promptChange({ id: 78, title: 'Theirs' })];
  const library = await takenOver('deleteProject', there);
  expect(await placeSeen(library)).toBe(0);
  expect(await promptOf(library, 1)).toBeDefined();
  expect(await promptOf(library, 78)).toBeDefined();
});
