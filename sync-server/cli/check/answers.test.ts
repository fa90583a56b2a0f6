import { expect, test } from 'vitest';
import { exampleTestCase } from '#shared/model/checks/test-case-example.ts';
import { readPrompt } from '#shared/templates/prompt-parts.ts';
import { RunFailed } from '../run/run-failed.ts';
import { type AnswersDeps, createAnswers } from './answers.ts';
import type { Cell } from './cell.ts';

const text = { kind: 'text', read: readPrompt('Dear {{name}}'), settings: {} } as const;
const greets = exampleTestCase();
const cell: Cell = {
  ...{ prompt: { name: 'P', cases: [greets], text, baseline: null }, test: greets, model: 'm', text },
};

async function* answered(): AsyncGenerator<Uint8Array> {
  const chunk = { choices: [{ delta: { content: 'Hello' }, finish_reason: 'stop' }] };
  yield new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`);
}

/** `failures`: what the model answers before it answers. */
function scene(failures: readonly RunFailed[]) {
  const left = [...failures];
  const pauses: number[] = [];
  const stopped = new AbortController();
  const deps: AnswersDeps = {
    ...{ recorded: null, prices: new Map(), now: () => 0, hide: (sentence) => sentence },
    signal: stopped.signal,
    async send() {
      const failure = left.shift();
      if (failure !== undefined) throw failure;
      return answered();
    },
    async pause(milliseconds, signal) {
      pauses.push(milliseconds);
      signal.throwIfAborted();
    },
  };
  return { pauses, stopped, answer: createAnswers(deps).toCell };
}

const busy = (seconds: number | null) => new RunFailed('Too many runs.', seconds);

test('a model that is busy is asked again after the time that it names', async () => {
  const { pauses, answer } = scene([busy(5), busy(0)]);
  expect(await answer(cell)).toMatchObject({ kind: 'answer', answer: { answer: 'Hello' } });
  expect(pauses).toEqual([5_000, 1_000]);
});

test.each([
  ['that names no time', [busy(null)], 0],
  ['that is busy for hours', [busy(3_600)], 0],
  ['that is busy again and again', Array.from({ length: 100 }, () => busy(30)), 20],
])('a model %s is not waited for for ever', async (_name, failures, pauseCount) => {
  const { pauses, answer } = scene(failures);
  expect(await answer(cell)).toEqual({ kind: 'failed', sentence: 'Too many runs.' });
  expect(pauses).toHaveLength(pauseCount);
});

test('waiting ends with the check', async () => {
  const { stopped, answer } = scene([busy(5)]);
  stopped.abort();
  expect(await answer(cell)).toEqual({ kind: 'stopped' });
});
