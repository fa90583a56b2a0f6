/**
 * The rows of a comparison as they are listed: the changes with some lines around each, and folds in place of what is
 * the same on both sides. In arrays of numbers: there may be a million of them.
 */
import type { Comparison } from '#shared/diff/compare-texts.ts';

export type FoldedRows = {
  readonly count: number;
  /** The listed item at this place: a row, or the rows that are folded there. */
  item(place: number): ListedItem;
  /** Returns the place of a row that is listed by itself. */
  placeOf(row: number): number;
};

export type ListedItem =
  | { readonly kind: 'row'; readonly row: number }
  | { readonly kind: 'fold'; readonly from: number; readonly to: number };

/** Rows that stay beside a change. */
const context = 3;
/** Fewer are not worth a fold. */
const fewest = 4;

type Span = { readonly from: number; readonly to: number };

/** `unfolded`: the first rows of folds that a person has opened. */
export function foldRows(
  { rows, changes }: Pick<Comparison, 'rows' | 'changes'>,
  unfolded: ReadonlySet<number>,
): FoldedRows {
  const rowCount = rows.before.length;
  const folds: Span[] = [];
  for (let change = -2; change < changes.length; change += 2) {
    const from = change < 0 ? 0 : (changes[change + 1] ?? 0) + context;
    const to = change + 2 < changes.length ? (changes[change + 2] ?? 0) - context : rowCount;
    if (to - from >= fewest && !unfolded.has(from)) folds.push({ from, to });
  }
  // By the folds before it: the place of each fold, where it stands for one item.
  const places: number[] = [];
  let hidden = 0;
  for (const { from, to } of folds) {
    places.push(from - hidden);
    hidden += to - from - 1;
  }

  return {
    count: rowCount - hidden,
    item(place) {
      const at = lastAtMost(places.length, place, (fold) => places[fold]);
      const fold = folds[at];
      const start = places[at];
      if (fold === undefined || start === undefined) return { kind: 'row', row: place };
      if (place === start) return { kind: 'fold', ...fold };
      return { kind: 'row', row: fold.to + (place - start - 1) };
    },
    placeOf(row) {
      const at = lastAtMost(folds.length, row, (fold) => folds[fold]?.from);
      const fold = folds[at];
      const start = places[at];
      if (fold === undefined || start === undefined) return row;
      return row < fold.to ? start : start + 1 + row - fold.to;
    },
  };
}

/** Returns the number of the change that this row is part of, from 0; null where it is the same on both sides. */
export function changeAt(changes: Comparison['changes'], row: number): number | null {
  const change = lastAtMost(changes.length / 2, row, (at) => changes[2 * at]);
  return change >= 0 && row < (changes[2 * change + 1] ?? 0) ? change : null;
}

/** Returns the place of the last of these rising values that is at most so much; −1 where none is. */
function lastAtMost(count: number, most: number, valueAt: (place: number) => number | undefined): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((valueAt(middle) ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
