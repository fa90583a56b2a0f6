import { expect, test, vi } from 'vitest';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { promptOf } from '../queries/queries.ts';
import {
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { versionsOf } from '../testing/versions-scene.ts';
import { type ReviewedText, settleConflict } from './settle-conflict.ts';

const reviewed = 'The text before a conflict was reviewed';
const slow = versionChange({ version: 1, content: 'slow', conflict: 'unreviewed' });

/** Another device wrote 'swift' where somebody had written 'slow', which was kept. */
async function inConflict(content = 'swift', more: Parameters<typeof pullPage>[1] = []): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [
    projectChange(),
    promptChange({ content, lastVersion: 1 + more.length }),
    slow,
    ...more,
  ]);
  return library;
}

const settle = (library: Library, result: ReviewedText | null) =>
  settleConflict(library, { promptId: 1, versionId: 9, result });
const current = async (library: Library) => (await promptOf(library, 1))?.content;
const history = async (library: Library) =>
  (await versionsOf(library, 1)).map(({ content, conflict }) => [content, conflict]).reverse();
const queuedArgs = async (library: Library) =>
  (await readOutbox(library)).map(({ name, args }) => [name, args]);

test('the kept text becomes current, and the one that was current is kept by the very same change', async () => {
  const library = await inConflict();
  const woken = vi.fn();
  library.onCommit.add(woken);
  expect(await settle(library, { content: 'slow', base: 'swift' })).toEqual({ ok: true });
  expect(woken).toHaveBeenCalledOnce();
  expect(await current(library)).toBe('slow');
  expect(await history(library)).toEqual([
    ['slow', 'reviewed'],
    ['swift', null],
  ]);
  const preserve = { id: expect.any(Number), description: reviewed, conflict: null };
  expect(await queuedArgs(library)).toEqual([
    ['setContent', { id: 1, content: 'slow', base: 'swift', preserve }],
    ['reviewVersion', { promptId: 1, id: 9 }],
  ]);
});

test('a result that is neither of the two leaves both in the history', async () => {
  const library = await inConflict();
  await settle(library, { content: 'brisk', base: 'swift' });
  expect(await current(library)).toBe('brisk');
  expect(await history(library)).toEqual([
    ['slow', 'reviewed'],
    ['swift', null],
  ]);
});

test.each([
  ['it was left as it is', null],
  ['the result is the same', { content: 'swift', base: 'swift' }],
  ['the row says it by now', { content: 'swift', base: 'a text before' }],
])('the current text stays current and is in the history as well: %s', async (_, result) => {
  const library = await inConflict();
  await settle(library, result);
  expect(await current(library)).toBe('swift');
  expect(await history(library)).toEqual([
    ['slow', 'reviewed'],
    ['swift', null],
  ]);
  expect((await versionsOf(library, 1))[0]?.description).toBe(reviewed);
});

test('what is in the history is not kept twice, whichever version it is', async () => {
  const older = versionChange({ id: 8, version: 2, content: 'swift' });
  const library = await inConflict('swift', [older, versionChange({ id: 7, version: 3, content: 'else' })]);
  await settle(library, { content: 'slow', base: 'swift' });
  expect(await queuedArgs(library)).toEqual([
    ['setContent', { id: 1, content: 'slow', base: 'swift' }],
    ['reviewVersion', { promptId: 1, id: 9 }],
  ]);
});

test('a text is kept where its version waits to be edited, or only waits to be made', async () => {
  const library = await inConflict('swift', [versionChange({ id: 8, version: 2, content: 'swift' })]);
  await commit(library, 'editVersion', { promptId: 1, id: 8, content: 'fast', base: 'swift' });
  await commit(library, 'saveVersion', {
    promptId: 1,
    id: 6,
    content: 'swift',
    description: '',
    base: 'swift',
  });
  await settle(library, { content: 'slow', base: 'swift' });
  expect((await queuedArgs(library))[2]).toMatchObject([
    'setContent',
    { preserve: { description: reviewed } },
  ]);
});

test('an empty text is none to be kept', async () => {
  const library = await inConflict(' ');
  await settle(library, null);
  expect(await queuedArgs(library)).toEqual([['reviewVersion', { promptId: 1, id: 9 }]]);
  await settle(library, { content: 'slow', base: ' ' });
  expect(await history(library)).toEqual([['slow', 'reviewed']]);
});

test('words that came in meanwhile are merged, and are the other side of a conflict where they cannot be', async () => {
  const library = await inConflict('swift\n\nend');
  await settle(library, { content: 'slow\n\nend', base: 'swift\n\nstart' });
  expect(await current(library)).toBe('slow\n\nend');
  await commit(library, 'setContent', { id: 1, content: 'brisk\n\nend', base: 'slow\n\nend' });
  await settle(library, { content: 'quick\n\nend', base: 'slow\n\nend' });
  expect(await current(library)).toBe('quick\n\nend');
  expect(await history(library)).toEqual([
    ['slow', 'reviewed'],
    ['swift\n\nend', null],
    ['brisk\n\nend', 'unreviewed'],
  ]);
});

test("another device's words that the result displaces are a conflict of their own", async () => {
  const library = await inConflict();
  await settle(library, { content: 'slow', base: 'swift' });
  const author = { device: 'Phone', at: '2026-01-02T00:00:00.000Z' };
  await pullPage(
    library,
    [promptChange({ content: 'brisk', lastVersion: 1 }, { seq: 11, rev: 2, author })],
    11,
  );
  expect(await current(library)).toBe('slow');
  expect(await history(library)).toEqual([
    ['slow', 'reviewed'],
    ['brisk', 'unreviewed'],
  ]);
  expect((await versionsOf(library, 1))[0]?.description).toMatch(/^Conflicting edit from Phone, /);
});

test('a conflict whose version was deleted is settled all the same', async () => {
  const library = await inConflict();
  await pullPage(library, [{ type: 'version', id: 9, seq: 12, rev: 2, deleted: true }], 12);
  expect(await settle(library, null)).toEqual({ ok: true });
  expect((await queuedArgs(library)).map(([name]) => name)).toEqual(['saveVersion']);
});

test('a prompt that is gone, or a result that is too long, is refused and changes nothing', async () => {
  const library = await inConflict();
  const tooLong = 'x'.repeat(5_000_000);
  expect(await settle(library, { content: tooLong, base: 'swift' })).toMatchObject({
    code: 'invalid_fields',
  });
  expect(await readOutbox(library)).toEqual([]);
  await pullPage(library, [{ type: 'prompt', id: 1, seq: 12, rev: 2, deleted: true }], 12);
  expect(await settle(library, null)).toMatchObject({ ok: false, code: 'not_found' });
});

test('the text that a review keeps has the settings of then, whatever another device sets before it is sent', async () => {
  const library = await openedLibrary();
  const withModel = (model: string) =>
    promptChange({ content: 'swift', lastVersion: 1, attributes: { settings: { model } } });
  await pullPage(library, [projectChange(), withModel('a'), slow]);
  await settle(library, null);
  await pullPage(library, [withModel('b')]);
  const kept = (await versionsOf(library, 1)).find(({ content }) => content === 'swift');
  expect(kept?.settings).toEqual({ model: 'a' });
});
