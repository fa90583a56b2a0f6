import { expect, test } from 'vitest';
import { type Comparison, compareTexts } from '#shared/diff/compare-texts.ts';
import { manualClock } from '../testing/manual-clock.ts';
import { compareBeside } from './compare-beside.ts';
import type { ComparisonRequest } from './comparison-request.ts';

const request = { before: 'one two', after: 'one three', ignoreWhitespace: false };

/** A worker that does what the test says, and a clock that the test moves. */
function started() {
  const clock = manualClock();
  const sent: ComparisonRequest[] = [];
  const results: (Comparison | null)[] = [];
  let answer = (_comparison: Comparison) => {};
  let fail = () => {};
  let isTerminated = false;
  const stop = compareBeside(request, (result) => results.push(result), {
    clock,
    startWorker: () => ({
      send: (asked) => sent.push(asked),
      onAnswer(listener) {
        answer = (comparison) => !isTerminated && listener(comparison);
      },
      onFailure(listener) {
        fail = listener;
      },
      terminate() {
        isTerminated = true;
      },
    }),
  });
  return {
    ...{ clock, sent, results, stop },
    answer: (comparison: Comparison) => answer(comparison),
    fail: () => fail(),
    isTerminated: () => isTerminated,
  };
}

test('a comparison is that of the worker, which ends with it', () => {
  const scene = started();
  expect(scene.sent).toEqual([request]);
  const comparison = compareTexts(request, request);
  scene.answer(comparison);
  expect(scene.results).toEqual([comparison]);
  expect(scene.isTerminated()).toBe(true);
  scene.clock.pass(60_000);
  expect(scene.results).toHaveLength(1);
});

test('a worker that takes longer than twenty seconds is ended, and there is no comparison', () => {
  const scene = started();
  scene.clock.pass(19_900);
  expect(scene.results).toEqual([]);
  scene.clock.pass(100);
  expect(scene.results).toEqual([null]);
  expect(scene.isTerminated()).toBe(true);
});

test('a worker that ends by itself leaves no comparison', () => {
  const scene = started();
  scene.fail();
  expect(scene.results).toEqual([null]);
});

test('a comparison that was stopped is never heard of', () => {
  const scene = started();
  scene.stop();
  scene.answer(compareTexts(request, request));
  scene.clock.pass(60_000);
  expect(scene.results).toEqual([]);
  expect(scene.isTerminated()).toBe(true);
});
