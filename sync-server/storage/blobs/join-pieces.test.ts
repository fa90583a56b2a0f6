import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinPieces, type Piece } from './join-pieces.ts';

const all = Buffer.from(Array.from({ length: 64 }, (_, at) => at));

/** The bytes that the slices stand for, where each piece has the bytes of its place. */
function bytesOf(pieces: readonly Piece[]): Buffer {
  const { slices } = joinPieces(pieces);
  return Buffer.concat(
    slices.map(({ key, start, end }) => {
      const piece = pieces.find((each) => each.key === key);
      const at = piece?.offset ?? Number.NaN;
      return all.subarray(at, at + (piece?.size ?? 0)).subarray(start, end);
    }),
  );
}

const piece = fc.record({ offset: fc.nat(40), size: fc.nat(20) });

test('pieces in any order, with overlaps, are the bytes up to the first gap', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (drawn) => {
      const pieces = drawn.map((each, at) => ({ ...each, key: String(at) }));
      const has = (at: number) => pieces.some(({ offset, size }) => offset <= at && at < offset + size);
      let reach = 0;
      while (has(reach)) reach += 1;
      expect(joinPieces(pieces).size).toBe(reach);
      expect(bytesOf(pieces).equals(all.subarray(0, reach))).toBe(true);
    }),
  );
});

test('as few pieces as there need be are read', () => {
  const pieces = [
    { key: 'a', offset: 0, size: 4 },
    { key: 'b', offset: 2, size: 4 },
    { key: 'c', offset: 4, size: 8 },
    { key: 'd', offset: 0, size: 5 },
  ];
  expect(joinPieces(pieces).slices).toEqual([
    { key: 'd', start: 0, end: 5 },
    { key: 'c', start: 1, end: 8 },
  ]);
});
