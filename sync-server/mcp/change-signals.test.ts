import { expect, test } from 'vitest';
import { createPokes } from '../services/change/pokes.ts';
import { listen } from './change-signals.ts';

test('a stream outlives a time in which its token cannot be read, and is checked again with the next beat', async () => {
  const uses = [() => Promise.reject(new Error('the database is away')), async () => undefined];
  const calls: string[] = [];
  let beat = async () => {};
  const stop = listen(
    {
      apiTokens: { use: async () => uses.shift()?.(), onRevoke: () => () => {} },
      pokes: createPokes(),
      every(_milliseconds, run) {
        beat = async () => run();
        return () => {};
      },
      after: () => () => {},
      draining: new AbortController().signal,
    },
    {
      ...{ userId: 1, token: { id: 1, bearer: 'b' } },
      onChange() {},
      onBeat: () => calls.push('beat'),
      onEnd: () => calls.push('end'),
    },
  );
  await beat();
  expect(calls).toEqual(['beat']);
  await beat();
  expect(calls).toEqual(['beat', 'beat', 'end']);
  stop();
});
