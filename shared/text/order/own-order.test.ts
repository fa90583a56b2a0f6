import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Position } from '#shared/model/position.ts';
import { inOwnOrder, longPosition, type Placed, placedBetween, positionOf } from './own-order.ts';

const now = Date.parse('2026-11-23T12:00:00.000Z');
const created = (id: number, seconds: number): Placed => ({
  id,
  createdAt: new Date(now - 1e6 + seconds * 1000).toISOString(),
});
const ids = (rows: readonly Placed[]) => rows.map(({ id }) => id);

/** Moves a row as a device does: the others in their order, the new positions written. */
function move(rows: readonly Placed[], id: number, at: number, time = now): Placed[] {
  const others = inOwnOrder(rows).filter((row) => row.id !== id);
  const written = new Map(
    placedBetween(id, { rows: others, at, now: time }).map((each) => [each.id, each.position]),
  );
  return rows.map((row) => ({ ...row, position: written.get(row.id) ?? row.position }));
}

describe('rows that were never moved', () => {
  test('rows stand in the order of their creation, then of their ids', () => {
    const rows = [created(9, 3), created(4, 1), created(2 ** 52, 2), created(1, 2)];
    expect(ids(inOwnOrder(rows))).toEqual([4, 1, 2 ** 52, 9]);
  });

  test('a row that is created later comes last, also after one that was moved to the end', () => {
    const rows = move([created(1, 0), created(2, 1), created(3, 2)], 1, 2);
    const later = { id: 4, createdAt: new Date(now + 5).toISOString() };
    expect(ids(inOwnOrder([...rows, later]))).toEqual([2, 3, 1, 4]);
  });

  test('a row of an unreadable time comes first and can be moved', () => {
    const rows = [created(1, 0), { id: 2, createdAt: '' }];
    expect(ids(inOwnOrder(rows))).toEqual([2, 1]);
    expect(ids(inOwnOrder(move(rows, 1, 0)))).toEqual([1, 2]);
  });
});

const someRows = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 2 ** 52 }), second: fc.nat(5) }), {
  selector: ({ id }) => id,
  minLength: 2,
  maxLength: 12,
});
const someMoves = fc.array(fc.record({ which: fc.nat(), at: fc.nat() }), { maxLength: 200 });

test('every sequence of moves leaves the order that a list of the same moves has, in short valid positions', () => {
  fc.assert(
    fc.property(someRows, someMoves, (made, moves) => {
      let rows: Placed[] = made.map(({ id, second }) => created(id, second));
      let list = ids(inOwnOrder(rows));
      for (const { which, at } of moves) {
        const id = list[which % list.length];
        if (id === undefined) continue;
        const place = at % list.length;
        rows = move(rows, id, place);
        list = list.filter((each) => each !== id);
        list.splice(place, 0, id);
        expect(ids(inOwnOrder(rows))).toEqual(list);
        for (const row of rows) {
          expect(Position.safeParse(positionOf(row)).success).toBe(true);
          expect(positionOf(row).length).toBeLessThanOrEqual(longPosition);
        }
      }
    }),
  );
});

test.each(['before', 'after'])(
  'a gap that takes a thousand rows %s each other keeps short positions',
  (side) => {
    let rows = inOwnOrder([created(1, 0), created(2, 0)]);
    let most = 0;
    for (let id = 3; id < 1000; id += 1) {
      const at = side === 'before' ? 1 : rows.length - 1;
      const written = placedBetween(id, { rows, at, now });
      most = Math.max(most, written.length);
      const positions = new Map(written.map((each) => [each.id, each.position]));
      const placed = rows.map((row) => ({ ...row, position: positions.get(row.id) ?? row.position }));
      placed.splice(at, 0, { id, createdAt: '', position: positions.get(id) });
      rows = placed;
      expect(ids(inOwnOrder(rows))).toEqual(ids(rows));
    }
    expect(Math.max(...rows.map((row) => positionOf(row).length))).toBeLessThanOrEqual(longPosition);
    expect(most).toBeGreaterThan(1);
  },
);

test('two devices that put rows into the same gap without a network give them different positions', () => {
  const rows = [created(1, 0), created(2, 1)];
  const [a] = placedBetween(3, { rows, at: 1, now });
  const [b] = placedBetween(4, { rows, at: 1, now });
  expect(a?.position).not.toBe(b?.position);
});

test('equal positions of another client are sorted by id, and a row lands behind them', () => {
  const rows = [{ ...created(1, 0), position: 'a1' }, { ...created(2, 0), position: 'a1' }, created(3, 0)];
  expect(ids(inOwnOrder(rows))).toEqual([3, 1, 2]);
  expect(ids(inOwnOrder(move(rows, 3, 1)))).toEqual([1, 2, 3]);
});

test('every pair of positions that another client may write has room between', () => {
  const text = fc
    .array(fc.constantFrom(...'019AZaz'), { maxLength: 30 })
    .map((characters) => `${characters.join('')}1`);
  fc.assert(
    fc.property(fc.tuple(text, text), (pair) => {
      const [a = '', b = ''] = pair.toSorted();
      fc.pre(a !== b);
      const rows = [
        { id: 1, createdAt: '', position: a },
        { id: 2, createdAt: '', position: b },
      ];
      const position = placedBetween(3, { rows, at: 1, now })[0]?.position ?? '';
      expect([a, b, position].sort()).toEqual([a, position, b]);
      expect(position).not.toBe(a);
    }),
  );
});
