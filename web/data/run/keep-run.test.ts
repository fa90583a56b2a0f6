import { expect, test } from 'vitest';
import { exampleRun } from '#shared/model/run/kept-run-example.ts';
import { noRating, type RunHead } from '#shared/model/run/run.ts';
import { restoreFromBin } from '../bin/restore.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { readOutbox } from '../outbox/outbox-store.ts';
import { listedVersions } from '../queries/version-items.ts';
import { keptRunsOf } from '../testing/kept-runs-scene.ts';
import {
  keptRunChange,
  openedLibrary,
  projectChange,
  promptChange,
  pullPage,
  versionChange,
} from '../testing/server-rows-scene.ts';
import { exportLibrary } from '../transfer/library-export.ts';
import { changeRating, keepRun, stopKeeping } from './keep-run.ts';
import { beginRun, storeRun as endRun, isRunKept, listedRuns, readRun, removeRuns } from './run-ring.ts';

const secret = 'http://10.0.0.7:11434/v1';
const head: RunHead = {
  ...{ id: 31, promptId: 1, versionId: 9, textHash: 'a'.repeat(64), device: 'Laptop', from: 'device' },
  model: { entryId: 5, name: 'Local', kind: 'openai', model: 'qwen' },
  ...{ state: 'done', startedAt: '2026-01-02T00:00:00.000Z', firstMs: null, totalMs: null, usage: null },
  ...{ cost: null, problems: [{ kind: 'notAnAnswer', address: secret, wire: 'openai', message: secret }] },
  ...{ rating: { ...noRating, stars: 2 }, excerpt: '' },
};

/** Prompt 1 with version 9, of which run 31 lies in the ring of this device. */
async function scene(answer = 'Hello'): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, [projectChange(), promptChange({ lastVersion: 1 }), versionChange()]);
  const messages = [{ role: 'user' as const, content: 'Greet' }];
  await beginRun(library, head, { messages, values: {}, settings: {}, attachments: [] });
  await endRun(library, head, { answer, reasoning: '', toolCalls: [] });
  return library;
}

test('a run that is kept is a row of its prompt, which syncs, with its rating and without an address', async () => {
  const library = await scene();
  expect(await keepRun(library, 31)).toEqual({ ok: true });
  const [row] = await keptRunsOf(library, 1);
  expect(row).toMatchObject({ id: 31, versionId: 9, stars: 2, run: { answer: 'Hello', device: 'Laptop' } });
  const sent = JSON.stringify([await readOutbox(library), await exportLibrary(library)]);
  expect(sent).toContain('Hello');
  expect(sent).not.toContain('10.0.0.7');
  expect(await isRunKept(library, 31)).toBe(true);
});

test('kept twice it is one row and one change', async () => {
  const library = await scene();
  await keepRun(library, 31);
  await keepRun(library, 31);
  expect(await keptRunsOf(library, 1)).toHaveLength(1);
  expect(await readOutbox(library)).toHaveLength(1);
});

test('an answer that is too long is not kept, and the reason is named', async () => {
  const library = await scene('ä'.repeat(128 * 1024 + 1));
  expect(await keepRun(library, 31)).toEqual({ ok: false, reason: 'tooLong' });
  expect(await keepRun(library, 99)).toEqual({ ok: false, reason: 'not_found' });
  expect(await keptRunsOf(library, 1)).toEqual([]);
});

test('what the ring of the device loses stays a row, and a run of another device is listed among its own', async () => {
  const library = await scene();
  await keepRun(library, 31);
  const elsewhere = { id: 40, createdAt: '2026-01-03T00:00:00.000Z', run: exampleRun({ device: 'Phone' }) };
  await pullPage(library, [keptRunChange(elsewhere, { seq: 11 })], 11);
  await removeRuns(library, [31]);
  expect(await listedRuns(library, 1)).toMatchObject([
    { id: 40, device: 'Phone', isKept: true, excerpt: 'Hello Ada' },
    { id: 31, device: 'Laptop', isKept: true, rating: { stars: 2 } },
  ]);
  expect(await readRun(library, 40)).toMatchObject({ answer: 'Hello Ada', values: { name: 'Ada' } });
  expect(await readRun(library, 31)).toMatchObject({ answer: 'Hello' });
});

test('of a rating that is given in steps each stays, however quickly they follow', async () => {
  const library = await scene();
  const changes = [{ verdict: 'better' as const }, { stars: 4 }, { note: 'kind', baseNote: '' }];
  await Promise.all(changes.map((change) => changeRating(library, head, change)));
  expect((await readRun(library, head.id))?.rating).toEqual({ verdict: 'better', stars: 4, note: 'kind' });
});

test('a rating and a note change the row, field by field, and a run that is not kept on this device alone', async () => {
  const library = await scene();
  await changeRating(library, head, { stars: 3 });
  expect(await readOutbox(library)).toEqual([]);
  expect((await readRun(library, 31))?.rating.stars).toBe(3);
  await keepRun(library, 31);
  await pullPage(library, [keptRunChange({ note: 'Theirs' }, { seq: 11 })], 11);
  const changes = [{ note: 'Mine', baseNote: '' }, { verdict: 'worse' as const }];
  for (const change of changes) expect(await changeRating(library, head, change)).toEqual({ ok: true });
  expect((await readRun(library, 31))?.rating).toMatchObject({
    verdict: 'worse',
    note: 'Mine\n\nTheirs',
  });
});

test('a run that is no longer kept is in the bin, and comes back with its rating', async () => {
  const library = await scene();
  await keepRun(library, 31);
  await stopKeeping(library, head, false);
  expect(await listedRuns(library, 1)).toMatchObject([{ id: 31, isKept: false }]);
  expect(await library.db.binItems.get('keptRun:31')).toMatchObject({
    ...{ type: 'keptRun', name: 'Local', ranAt: head.startedAt },
    place: { prompt: { id: 1, title: 'T' } },
  });
  await restoreFromBin(library, 'keptRun:31');
  expect(await keptRunsOf(library, 1)).toMatchObject([{ id: 31, stars: 2, run: { answer: 'Hello' } }]);
  await stopKeeping(library, head, true);
  expect(await listedRuns(library, 1)).toEqual([]);
});

test('kept runs go with their prompt, and come back with it; of a version they are counted', async () => {
  const library = await scene();
  await keepRun(library, 31);
  expect(await listedVersions(library, [9])).toMatchObject([{ id: 9, runs: 1 }]);
  await commit(library, 'deletePrompt', { id: 1 });
  expect(await isRunKept(library, 31)).toBe(false);
  await restoreFromBin(library, 'prompt:1');
  expect(await keptRunsOf(library, 1)).toMatchObject([{ id: 31, versionId: 9, stars: 2 }]);
});
