import { expect, test, vi } from 'vitest';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import { checkJson } from './json-check.ts';

function scene() {
  let answer = (_result: unknown) => {};
  let fail = () => {};
  const worker = {
    send: vi.fn(),
    onAnswer(listener: typeof answer) {
      answer = listener;
    },
    onFailure(listener: typeof fail) {
      fail = listener;
    },
    terminate: vi.fn(),
  };
  const results: boolean[] = [];
  const clock = manualClock();
  const stop = checkJson('{}', (result) => results.push(result), { startWorker: () => worker, clock });
  return {
    worker,
    results,
    clock,
    stop,
    answers: (result: boolean | 'ready') => answer(result),
    fails: () => fail(),
  };
}

test.each([true, false])('a worker that answers %s in time decides how a file is shown', (isJson) => {
  const { worker, results, answers, clock } = scene();
  expect(worker.send).toHaveBeenCalledWith('{}');
  answers('ready');
  answers(isJson);
  clock.pass(10_000);
  expect(results).toEqual([isJson]);
  expect(worker.terminate).toHaveBeenCalled();
});

test('a text that a worker parses for more than a second is shown as it is, and the worker is ended', () => {
  const { worker, results, clock, answers } = scene();
  clock.pass(9_999);
  answers('ready');
  clock.pass(999);
  expect(results).toEqual([]);
  clock.pass(1);
  expect(results).toEqual([false]);
  expect(worker.terminate).toHaveBeenCalledOnce();
});

test('a worker is not blamed for the time in which the page stands still', () => {
  const { results, clock, answers } = scene();
  clock.standStill(60_000);
  answers('ready');
  clock.standStill(60_000);
  answers(true);
  expect(results).toEqual([true]);
});

test('a worker that never starts leaves the text as it is', () => {
  const { results, clock } = scene();
  clock.pass(10_000);
  expect(results).toEqual([false]);
});

test('a text that a worker cannot parse at all is shown as it is', () => {
  const { results, fails } = scene();
  fails();
  expect(results).toEqual([false]);
});

test('a preview that was closed hears of no result', () => {
  const { worker, results, stop, clock } = scene();
  stop();
  clock.pass(10_000);
  expect(results).toEqual([]);
  expect(worker.terminate).toHaveBeenCalledOnce();
});
