import { expect, test, vi } from 'vitest';
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
  let runOut = () => {};
  const limits: number[] = [];
  const stop = checkJson(
    '{}',
    {
      startWorker: () => worker,
      after: (ms, run) => {
        limits.push(ms);
        runOut = run;
        return () => {
          runOut = () => {};
        };
      },
    },
    (result) => results.push(result),
  );
  return {
    worker,
    results,
    limits,
    stop,
    answers: (result: boolean | 'ready') => answer(result),
    fails: () => fail(),
    passTheLimit: () => runOut(),
  };
}

test.each([true, false])('a worker that answers %s in time decides how a file is shown', (isJson) => {
  const { worker, results, answers, passTheLimit } = scene();
  expect(worker.send).not.toHaveBeenCalled();
  answers('ready');
  expect(worker.send).toHaveBeenCalledWith('{}');
  answers(isJson);
  passTheLimit();
  expect(results).toEqual([isJson]);
  expect(worker.terminate).toHaveBeenCalled();
});

test('a text that a worker parses for more than a second is shown as it is, and the worker is ended', () => {
  const { worker, results, limits, answers, passTheLimit } = scene();
  answers('ready');
  expect(limits).toEqual([10_000, 1_000]);
  passTheLimit();
  expect(results).toEqual([false]);
  expect(worker.terminate).toHaveBeenCalledOnce();
});

test('a worker that never starts leaves the text as it is', () => {
  const { results, passTheLimit } = scene();
  passTheLimit();
  expect(results).toEqual([false]);
});

test('a text that a worker cannot parse at all is shown as it is', () => {
  const { results, fails } = scene();
  fails();
  expect(results).toEqual([false]);
});

test('a preview that was closed hears of no result', () => {
  const { worker, results, stop, passTheLimit } = scene();
  stop();
  passTheLimit();
  expect(results).toEqual([]);
  expect(worker.terminate).toHaveBeenCalledOnce();
});
