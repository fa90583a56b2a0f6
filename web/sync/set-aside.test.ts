import { describe, expect, test } from 'vitest';
import { createSetAside, eachOfThem, type FileOutcome } from './set-aside.ts';

describe('what is set aside', () => {
  test('is tried later and later, up to four minutes, until it passes', () => {
    const aside = createSetAside();
    let at = 0;
    const pauses: number[] = [];
    for (let turn = 0; turn < 9; turn += 1) {
      aside.failed('a', at);
      const pause = aside.nextMs(at) ?? 0;
      expect([aside.isDue('a', at + pause - 1), aside.isDue('a', at + pause)]).toEqual([false, true]);
      pauses.push(pause / 1000);
      at += pause;
    }
    expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 240, 240]);
    aside.passed('a');
    aside.failed('a', at);
    expect(aside.nextMs(at)).toBe(2000);
  });

  test('is forgotten with what it was about, and due when a person asks', () => {
    const aside = createSetAside();
    for (const key of ['a', 'b']) aside.failed(key, 0);
    aside.keepOnly(['b', 'c']);
    expect([aside.tries('a'), aside.tries('b')]).toEqual([0, 1]);
    aside.clear();
    expect([aside.isDue('b', 0), aside.nextMs(0)]).toEqual([true, undefined]);
  });
});

describe('each of many', () => {
  const run = async (items: string[], outcomes: Record<string, FileOutcome<string>['kind']>, at = 0) => {
    const tried: string[] = [];
    const outcome = await eachOfThem<string, string>(
      items,
      async (item) => {
        tried.push(item);
        const kind = outcomes[item] ?? 'done';
        return kind === 'done' ? { kind } : { kind, result: item };
      },
      { aside, keyOf: (item) => item, now: () => at },
    );
    return { tried: tried.join(''), outcome };
  };
  let aside = createSetAside();

  test.each([
    ['abc', {}, 'abc', 'done'],
    ['abc', { a: 'own' }, 'abc', 'own'],
    ['abc', { b: 'own' }, 'abc', 'own'],
    ['abc', { c: 'own' }, 'abc', 'own'],
    ['abc', { b: 'all' }, 'ab', 'all'],
    // Three in a row.
    ['abcdef', { b: 'own', c: 'own', d: 'own' }, 'abcd', 'own'],
    ['abcdef', { b: 'own', c: 'own', e: 'own' }, 'abcdef', 'own'],
  ] as const)('of %s, where %j fail, these are tried: %s', async (items, outcomes, tried, kind) => {
    aside = createSetAside();
    const result = await run([...items], outcomes);
    expect([result.tried, result.outcome.kind]).toEqual([tried, kind]);
  });

  test('those that never failed go first, and those that are not due wait', async () => {
    aside = createSetAside();
    await run(['a', 'b'], { a: 'own' });
    expect((await run(['a', 'b', 'c'], { a: 'own' })).tried).toBe('bc');
    expect((await run(['a', 'b', 'c'], { a: 'own' }, 2000)).tried).toBe('bca');
  });
});
