import { expect, test } from 'vitest';
import { checkOfAssertion } from '#shared/checks/assertions.ts';
import { type JudgedAnswer, verdictOn } from '#shared/checks/judge-answer.ts';
import type { JudgeAnswer, JudgeQuestion } from '#shared/checks/judge-thread.ts';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import type { ClientWorker } from '../../../ui/worker-client.ts';
import { createJudgeThread } from './judge-thread.ts';

const answer: JudgedAnswer = {
  ...{ text: 'x', cost: null, milliseconds: null, tokens: null, toolCalls: [], tools: undefined },
  rating: { verdict: null, stars: null },
};
const endless = { type: 'regex', value: 'endless' };
const yes = { type: 'contains', value: 'x' };
const no = { type: 'contains', value: 'y' };

/** Threads that judge at once, but for a check that has no end. */
function scene() {
  const clock = manualClock();
  const threads: { fail(): void; isEnded: boolean }[] = [];
  function startWorker(): ClientWorker<JudgeQuestion, JudgeAnswer> {
    let listen: (answer: JudgeAnswer) => void = () => {};
    let fail = () => {};
    const thread = { fail: () => fail(), isEnded: false };
    threads.push(thread);
    queueMicrotask(() => listen({ kind: 'ready' }));
    return {
      send({ number, checks }) {
        asked.push(checks.length);
        if (checks.some((check) => check.kind === 'regex')) return;
        const verdicts = checks.map((check) => verdictOn(answer, check));
        queueMicrotask(() => listen({ kind: 'judged', number, verdicts }));
      },
      onAnswer: (listener) => {
        listen = listener;
      },
      onFailure: (listener) => {
        fail = () => listener();
      },
      terminate() {
        thread.isEnded = true;
      },
    };
  }
  const judge = createJudgeThread({ startWorker, clock });
  const asked: number[] = [];
  /** Lets time pass until the answer is judged. */
  async function judged(...assertions: { type: string; value: string }[]) {
    let outcome: Awaited<ReturnType<typeof judge.judge>> | undefined;
    void judge.judge(answer, assertions.map(checkOfAssertion), null).then((next) => {
      outcome = next;
    });
    for (let seconds = 0; outcome === undefined && seconds < 100; seconds += 1) {
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      clock.pass(1_000);
    }
    return { kinds: outcome?.verdicts.map(({ kind }) => kind), passed: outcome?.passed };
  }
  return { judge, judged, threads, asked };
}

test('one thread judges answer after answer', async () => {
  const { judged, threads } = scene();
  expect(await judged(yes, no)).toEqual({ kinds: ['judged', 'judged'], passed: false });
  expect(await judged(yes)).toEqual({ kinds: ['judged'], passed: true });
  expect(await judged()).toEqual({ kinds: [], passed: true });
  expect(threads).toHaveLength(1);
});

test('a check without an end is an error, wherever it stands, and the others are judged', async () => {
  const { judged, threads } = scene();
  expect((await judged(endless, yes, no)).kinds).toEqual(['error', 'judged', 'judged']);
  expect((await judged(yes, yes, endless, endless)).kinds).toEqual(['judged', 'judged', 'error', 'error']);
  expect((await judged(yes)).kinds).toEqual(['judged']);
  expect(threads.filter(({ isEnded }) => !isEnded)).toHaveLength(1);
});

test('a check that took too long before is asked by itself, after the others', async () => {
  const { judged, asked } = scene();
  await judged(endless, yes, no);
  asked.length = 0;
  expect((await judged(endless, yes, no)).kinds).toEqual(['error', 'judged', 'judged']);
  expect(asked).toEqual([2, 1]);
});

test('where the browser ends the thread, the judging fails and the next one starts another', async () => {
  const { judge, judged, threads } = scene();
  const failing = judge.judge(answer, [checkOfAssertion(endless)], null);
  await expect.poll(() => threads.length).toBe(1);
  threads[0]?.fail();
  await expect(failing).rejects.toThrow('has ended');
  expect((await judged(yes)).kinds).toEqual(['judged']);
});
