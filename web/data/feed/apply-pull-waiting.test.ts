import { describe, expect, test } from 'vitest';
import { commit } from '../commit/commit.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import { retryEntry } from '../review/outbox-acts.ts';
import { projectChange, promptChange, versionChange } from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { answered, known, pull, textless, typing } from './apply-pull-scene.ts';

describe('an entry that waits', () => {
  test('waits behind a refused creation, and goes with it once that is sent again', async () => {
    const library = await known();
    await commit(library, 'createPrompt', { id: 7, title: 'New', content: 'a', projectId: 5 });
    await takeBatch(library);
    await commit(library, 'setContent', { id: 7, content: 'b', base: 'a' });
    const [creation] = (await takeBatch(library))?.mutations ?? [];
    await settleAnswer(library, { seq: 9, results: [{ key: creation?.key ?? '', status: 413 }] });
    await pull(library, [], { seq: 11, more: false });
    const states = async () => (await readOutbox(library)).map(({ name, state }) => [name, state]);
    expect(await states()).toEqual([
      ['createPrompt', 'refused'],
      ['setContent', 'queued'],
    ]);
    expect(await takeBatch(library)).toBeNull();
    await retryEntry(library, (await readOutbox(library))[0]?.position ?? 0);
    expect((await takeBatch(library))?.mutations).toMatchObject([
      { path: '/api/prompts' },
      { path: '/api/prompts/7/content', ifMatch: 'previous' },
    ]);
  });

  test('deletes several versions after all where only its prompt was changed elsewhere', async () => {
    const versions = [11, 12, 13].map((id, index) => versionChange({ id, version: index + 1 }));
    const library = await known([projectChange(), promptChange({ lastVersion: 3 }), ...versions]);
    await commit(library, 'deleteVersions', { promptId: 1, versionIds: [11, 12] });
    await answered(library, { status: 412 });
    await pull(library, [promptChange({ title: 'N', lastVersion: 3 }, { seq: 11, rev: 2 })]);
    expect(await readOutbox(library)).toMatchObject([{ name: 'deleteVersions', state: 'queued' }]);
    expect((await versionsOf(library, 1)).map(({ id }) => id)).toEqual([13]);
  });

  test('keeps its number where what comes is what this device said before', async () => {
    const library = await known();
    await typing(library, 'b', 'a');
    await answered(library, { seq: 11, revs: { 'prompt:1': 2 } });
    await commit(library, 'updatePrompt', { id: 1, title: 'N' });
    const row = textless(promptChange().row ?? {});
    await pull(library, [{ ...promptChange({}, { seq: 11, rev: 2, ownNumber: 1 }), row }]);
    expect(await readOutbox(library)).toMatchObject([{ name: 'updatePrompt', number: 2 }]);
    expect(await promptOf(library, 1)).toMatchObject({ title: 'N', content: 'b' });
  });

  test('gets another number, in the same words, where somebody else changed its row', async () => {
    const library = await known();
    await commit(library, 'updatePrompt', { id: 1, title: 'N' });
    await pull(library, [promptChange({ content: 'b' }, { seq: 11, rev: 2 })]);
    expect(await readOutbox(library)).toMatchObject([{ number: 2, args: { id: 1, title: 'N' } }]);
    expect(await promptOf(library, 1)).toMatchObject({ title: 'N', content: 'b' });
  });

  test('brings back what was made here, accepted, and deleted elsewhere before anything of it was heard', async () => {
    const library = await known([projectChange()]);
    await commit(library, 'createPrompt', { id: 2, projectId: 5, title: 'U', content: 'made' });
    await answered(library, { status: 201, seq: 11, revs: { 'prompt:2': 1 } });
    await commit(library, 'updatePrompt', { id: 2, title: 'kept' });
    await pull(library, [{ type: 'prompt', id: 2, seq: 12, rev: 2, deleted: true }], { seq: 12 });
    expect(await promptOf(library, 2)).toMatchObject({ title: 'kept', content: 'made' });
  });
});

test('an edit that brings back a row which this device deleted keeps the text that was sent before the deletion', async () => {
  const library = await known();
  await typing(library, 'sent', 'a');
  await answered(library, { seq: 11, revs: { 'prompt:1': 2 } });
  const preserve = { id: 30, description: 'kept', conflict: null };
  const restored = { promptId: 1, id: 31, content: 'v', description: 'Restored', base: 'sent', preserve };
  await commit(library, 'saveVersion', restored);
  await commit(library, 'deletePrompt', { id: 1 });
  const [restoring, deleting] = (await takeBatch(library))?.mutations ?? [];
  if (restoring === undefined || deleting === undefined) throw new Error('Both go in one push.');
  const results = [
    { key: restoring.key, status: 412 },
    { key: deleting.key, status: 200, seq: 12, revs: { 'prompt:1': 3 } },
  ];
  await settleAnswer(library, { seq: 12, results });
  const own = Number(deleting.key.split(':')[1]);
  await pull(library, [{ type: 'prompt', id: 1, seq: 12, rev: 3, deleted: true, ownNumber: own }], {
    seq: 12,
  });
  const versions = await versionsOf(library, 1);
  expect(versions.find(({ id }) => id === 30)).toMatchObject({ content: 'sent' });
});
