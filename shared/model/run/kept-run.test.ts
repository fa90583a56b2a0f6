import { expect, test } from 'vitest';
import { type KeptRun, keptRunOf, runOfKept } from './kept-run.ts';
import { noRating, type Run } from './run.ts';

const run: Run = {
  ...{ id: 7, promptId: 2, versionId: 3, textHash: 'a'.repeat(64), device: 'Laptop', from: 'device' },
  model: { entryId: 5, name: 'Local', kind: 'openai', model: 'qwen' },
  ...{ state: 'done', startedAt: '2026-01-01T00:00:00.000Z', firstMs: 1, totalMs: 2, usage: null },
  ...{ cost: null, problems: [], rating: { verdict: 'better', stars: 4, note: 'n' }, excerpt: 'Hello' },
  ...{ messages: [{ role: 'user', content: 'Greet' }], values: { name: 'Ada' }, settings: { seed: 1 } },
  attachments: [{ name: 'cat.png', mediaType: 'image/png', bytes: 9, sha256: 'b'.repeat(64) }],
  ...{ answer: 'Hello', reasoning: '', toolCalls: [] },
};
const secret = 'http://10.0.0.7:11434/v1';

function rowOf(changes: Partial<Run>): KeptRun {
  const kept = keptRunOf({ ...run, ...changes });
  if (kept.kind === 'no') throw new Error(kept.reason);
  return kept.row;
}

test('a kept run has what was sent and what came, its rating, and its files by their hashes', () => {
  const { run: content, ...row } = rowOf({});
  expect(row).toEqual({
    ...{ id: 7, promptId: 2, versionId: 3, createdAt: run.startedAt },
    ...{ verdict: 'better', stars: 4, note: 'n' },
  });
  expect(content).toMatchObject({
    ...{ answer: 'Hello', values: { name: 'Ada' }, settings: { seed: 1 }, device: 'Laptop' },
    model: { name: 'Local', kind: 'openai', model: 'qwen' },
    attachments: [{ name: 'cat.png', mediaType: 'image/png', sha256: 'b'.repeat(64) }],
  });
  expect(runOfKept(rowOf({}))).toEqual({
    ...run,
    model: { ...run.model, entryId: 0 },
    attachments: [{ ...run.attachments[0], bytes: 0 }],
  });
});

test('it names no address and no words of an endpoint: the answer broke off', () => {
  const row = rowOf({
    state: 'brokenOff',
    problems: [
      { kind: 'endpointFailed', status: 500, message: `${secret} sk-key` },
      { kind: 'notAnAnswer', address: secret, wire: 'openai', message: 'sk-key' },
      { kind: 'unexpected', message: `fetch of ${secret} with sk-key` },
      { kind: 'settingIgnored', setting: 'seed' },
    ],
  });
  expect(row.run.problems).toEqual([{ kind: 'settingIgnored', setting: 'seed' }, { kind: 'brokenOff' }]);
  expect(JSON.stringify(row)).not.toMatch(/10\.0\.0\.7|sk-key/);
});

test('half a pair and U+0000 of a model become what a row can have', () => {
  const row = rowOf({ answer: 'a\ud800b\0c', values: { __proto__: 'x' } });
  expect(row.run.answer).toBe('a\ufffdb\ufffdc');
});

test.each<[string, Partial<Run>, string]>([
  ['is under way', { state: 'running' }, 'underWay'],
  ['waits for another one', { state: 'queued' }, 'underWay'],
  ['failed', { state: 'failed' }, 'nothingCame'],
  ['has no answer', { answer: '' }, 'nothingCame'],
  ['has an answer of more than 256 KB', { answer: 'ä'.repeat(128 * 1024 + 1) }, 'tooLong'],
  ['sent more than a row can have', { values: { x: 'y'.repeat(3 * 1024 * 1024) } }, 'tooLarge'],
])('a run that %s is not kept', (_what, changes, reason) => {
  expect(keptRunOf({ ...run, rating: noRating, ...changes })).toEqual({ kind: 'no', reason });
});

test('reasoning or a tool call alone are an answer', () => {
  expect(keptRunOf({ ...run, answer: '', reasoning: 'Hm' })).toMatchObject({ kind: 'row' });
  const toolCalls = [{ id: 'c', name: 'look', arguments: '{}' }];
  expect(keptRunOf({ ...run, answer: '', toolCalls })).toMatchObject({ kind: 'row' });
});
