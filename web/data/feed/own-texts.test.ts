import { expect, test } from 'vitest';
import type { Change, PushResult } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import { openedLibrary, projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { applyPull } from './apply-pull.ts';

async function known(): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange()]);
  return library;
}
const typing = (library: Library, content: string, base: string) =>
  commit(library, 'setContent', { id: 1, content, base });

/** Sends what is pending, and answers the mutation of this number. */
async function answered(library: Library, number: number, result: Partial<PushResult>): Promise<void> {
  const batch = await takeBatch(library);
  const key = (batch?.mutations ?? []).map((each) => each.key).find((each) => each.endsWith(`:${number}`));
  if (key === undefined) throw new Error(`${number} was not sent.`);
  await settleAnswer(library, { seq: 11, results: [{ key, status: 200, ...result }] });
}

const pull = (library: Library, change: Change) =>
  applyPull(library, { cursor: 'e.12', more: false, changes: [change] }, { allowRemovals: false });

/** The prompt as the feed has it after the mutation of this number, without the text that this device sent. */
function withoutText(ownNumber: number, rev: number): Change {
  const change = promptChange({ title: 'T' }, { seq: 12, rev, ownNumber });
  const { content: _content, ...row } = change.row ?? {};
  return { ...change, row };
}

test('a text that the server has, and that was refused when it was sent a second time, is requested', async () => {
  const library = await known();
  await typing(library, 'b', 'a');
  await answered(library, 1, { status: 413 });
  expect(await pull(library, withoutText(1, 2))).toEqual({ kind: 'needsWholeRows' });

  const whole = promptChange({ content: 'b' }, { seq: 12, rev: 2, ownNumber: 1 });
  expect(await pull(library, whole)).toMatchObject({ kind: 'applied' });
  expect(await readOutbox(library)).toMatchObject([{ state: 'refused' }]);
  expect(await promptOf(library, 1)).toMatchObject({ content: 'b' });
});

test('a text that the server has, and that was refused here, is requested after a later change of its row', async () => {
  const library = await known();
  await typing(library, 'b', 'a');
  await commit(library, 'updatePrompt', { id: 1, title: 'T 2' });
  await answered(library, 1, { status: 413 });
  expect(await pull(library, withoutText(2, 3))).toEqual({ kind: 'needsWholeRows' });
});

test('a text that was sent is not requested, whether its answer has arrived or not', async () => {
  for (const isAnswered of [true, false]) {
    const library = await known();
    await typing(library, 'b', 'a');
    if (isAnswered) await answered(library, 1, { seq: 12, revs: { 'prompt:1': 2 } });
    else await takeBatch(library);
    expect(await pull(library, withoutText(1, 2))).toMatchObject({ kind: 'applied' });
    expect(await promptOf(library, 1)).toMatchObject({ content: 'b' });
  }
});
