import { expect, test } from 'vitest';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import type { FindAnswer, FindReport, FindRequest } from './find-requests.ts';
import { createFindThread } from './find-thread.ts';

const query = { text: 'a', matchCase: false, wholeWords: false, isPattern: false };
const request: FindRequest = { kind: 'find', text: 'a', query };
const found: FindAnswer = { kind: 'found', starts: Int32Array.of(0), ends: Int32Array.of(1), isMore: false };

/** Workers that do what the test says, and a clock that the test moves. */
function started() {
  const clock = manualClock();
  const workers: { report(report: FindReport): void; fail(): void; isTerminated: boolean }[] = [];
  const answers: FindAnswer[] = [];
  const thread = createFindThread({
    clock,
    startWorker() {
      const worker = { report: (_: FindReport) => {}, fail: () => {}, isTerminated: false };
      workers.push(worker);
      return {
        send: () => {},
        onAnswer: (listener) => {
          worker.report = listener;
        },
        onFailure: (listener) => {
          worker.fail = listener;
        },
        terminate: () => {
          worker.isTerminated = true;
        },
      };
    },
  });
  return {
    clock,
    workers,
    answers,
    thread,
    ask: () => thread.ask(request, (answer) => answers.push(answer)),
  };
}

test('one worker answers request after request', () => {
  const { workers, answers, ask, clock } = started();
  for (let times = 0; times < 2; times += 1) {
    ask();
    workers[0]?.report({ kind: 'begun' });
    clock.pass(1_000);
    workers[0]?.report(found);
  }
  clock.pass(60_000);
  expect(answers).toEqual([found, found]);
  expect(workers).toHaveLength(1);
});

test('a search that takes two seconds is ended, and the next one has a worker of its own', () => {
  const { workers, answers, ask, clock } = started();
  ask();
  clock.pass(1_500);
  workers[0]?.report({ kind: 'begun' });
  clock.pass(1_900);
  expect(answers).toEqual([]);
  clock.pass(100);
  expect(answers).toEqual([{ kind: 'tooSlow' }]);
  expect(workers[0]?.isTerminated).toBe(true);
  ask();
  workers[1]?.report(found);
  expect(answers).toHaveLength(2);
});

test('a newer request ends the older one, whose answer is never heard of', () => {
  const { workers, answers, ask, thread } = started();
  ask();
  ask();
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true, false]);
  workers[0]?.report(found);
  expect(answers).toEqual([]);
  thread.stop();
  workers[1]?.report(found);
  expect(answers).toEqual([]);
});

test('a worker that ends by itself has found nothing in time', () => {
  const { workers, answers, ask } = started();
  ask();
  workers[0]?.fail();
  expect(answers).toEqual([{ kind: 'tooSlow' }]);
});
