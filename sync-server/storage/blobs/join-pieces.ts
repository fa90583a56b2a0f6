export type Piece = { offset: number; size: number; key: string };

/** A part of an object. */
export type Slice = { key: string; start: number; end: number };

/**
 * Returns the slices that, one after the other, are the bytes from 0 on without a gap. Several nodes may have taken
 * pieces of the same bytes, so pieces may overlap; of those that go on from a place, the one that reaches furthest counts.
 */
export function joinPieces(pieces: readonly Piece[]): { slices: Slice[]; size: number } {
  const sorted = pieces.toSorted((a, b) => a.offset - b.offset);
  const slices: Slice[] = [];
  let size = 0;
  let furthest: Piece | undefined;
  const take = () => {
    if (furthest === undefined || endOf(furthest) <= size) return;
    const { key, offset } = furthest;
    slices.push({ key, start: size - offset, end: furthest.size });
    size = endOf(furthest);
  };
  for (const piece of sorted) {
    if (piece.offset > size) take();
    if (piece.offset > size) break;
    if (furthest === undefined || endOf(piece) > endOf(furthest)) furthest = piece;
  }
  take();
  return { slices, size };
}

function endOf({ offset, size }: Piece): number {
  return offset + size;
}
