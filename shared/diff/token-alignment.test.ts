import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AlignmentBudget, alignNumbers, type Hunk, joinNearHunks } from './token-alignment.ts';

function alignTokens(base: string[], side: string[], budget: AlignmentBudget): Hunk[] {
  const known = [...new Set([...base, ...side])];
  const numbers = new Map(known.map((token, number) => [token, number]));
  const numbered = (list: string[]) => Int32Array.from(list, (token) => numbers.get(token) ?? -1);
  return alignNumbers({ base: numbered(base), side: numbered(side) }, budget);
}

const plenty = () => ({ steps: 1_000_000 });
const tokens = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

function applied(base: string[], side: string[], hunks: Hunk[]): string[] {
  const result: string[] = [];
  let done = 0;
  for (const hunk of hunks) {
    result.push(...base.slice(done, hunk.baseStart), ...side.slice(hunk.sideStart, hunk.sideEnd));
    done = hunk.baseEnd;
  }
  return [...result, ...base.slice(done)];
}

function edits(hunks: Hunk[]): number {
  return hunks.reduce((sum, hunk) => sum + hunk.baseEnd - hunk.baseStart + hunk.sideEnd - hunk.sideStart, 0);
}

function longestCommon(one: string[], other: string[]): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const token of one) {
    const next = [0];
    other.forEach((candidate, at) => {
      next.push(token === candidate ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    });
    row = next;
  }
  return row[other.length] ?? 0;
}

describe('alignNumbers', () => {
  test('the hunks turn the base into the other list, in order, and never touch one another', () => {
    fc.assert(
      fc.property(tokens, tokens, fc.nat(300), (base, side, steps) => {
        const hunks = alignTokens(base, side, { steps });
        expect(applied(base, side, hunks)).toEqual(side);
        hunks.forEach((hunk, at) => {
          const before = hunks[at - 1];
          if (before) expect(hunk.baseStart).toBeGreaterThan(before.baseEnd);
          if (before) expect(hunk.baseStart - before.baseEnd).toBe(hunk.sideStart - before.sideEnd);
        });
      }),
      { numRuns: 3000 },
    );
  });

  test('there are as few edits as can be, where the budget allows', () => {
    fc.assert(
      fc.property(tokens, tokens, (base, side) => {
        const shortest = base.length + side.length - 2 * longestCommon(base, side);
        expect(edits(alignTokens(base, side, plenty()))).toBe(shortest);
      }),
      { numRuns: 2000 },
    );
  });

  test('two rewritten halves around unique kept tokens are cut up at them', () => {
    const many = (name: string) => Array.from({ length: 600 }, (_, at) => `${name}${at}`);
    const base = [...many('a'), 'kept', ...many('b')];
    const side = [...many('c'), 'kept', ...many('d')];
    expect(alignTokens(base, side, plenty())).toEqual([
      { baseStart: 0, baseEnd: 600, sideStart: 0, sideEnd: 600 },
      { baseStart: 601, baseEnd: 1201, sideStart: 601, sideEnd: 1201 },
    ]);
  });

  test('what differs too much becomes one hunk', () => {
    const base = Array.from({ length: 3000 }, (_, at) => ((at * at) % 7 > 2 ? 'a' : 'b'));
    const side = Array.from({ length: 3000 }, (_, at) => ((at * at) % 11 > 4 ? 'a' : 'b'));
    expect(alignTokens(['x', ...base], ['x', ...side, 'y'], plenty())).toHaveLength(1);
  });

  test('the budget is overdrawn by no more than one pass over the tokens', () => {
    const length = 20_000;
    const lists = [
      Array.from({ length }, (_, at) => (at % 2 ? 'a' : 'b')),
      Array.from({ length }, (_, at) => (at % 3 ? 'a' : 'b')),
      Array.from({ length }, () => 'a'),
      Array.from({ length }, (_, at) => `${at}`),
      Array.from({ length }, (_, at) => `${length - at}`),
      Array.from({ length }, (_, at) => `${(at * 7919) % length}`),
    ];
    for (const base of lists) {
      for (const side of lists) {
        const budget = { steps: 100_000 };
        expect(applied(base, side, alignTokens(base, side, budget))).toEqual(side);
        expect(budget.steps).toBeGreaterThan(-3 * length);
      }
    }
  });
});

test('joinNearHunks joins hunks with less kept between them than either of them changes', () => {
  const hunk = (baseStart: number, baseEnd: number, sideStart: number, sideEnd: number): Hunk => ({
    baseStart,
    baseEnd,
    sideStart,
    sideEnd,
  });
  expect(joinNearHunks([hunk(0, 5, 0, 2), hunk(7, 12, 4, 9)])).toEqual([hunk(0, 12, 0, 9)]);
  expect(joinNearHunks([hunk(0, 5, 0, 2), hunk(11, 12, 8, 9)])).toEqual([
    hunk(0, 5, 0, 2),
    hunk(11, 12, 8, 9),
  ]);
});
