/**
 * The differences of two texts as numbers, which a worker hands over without a copy (decision 061): for each the place of
 * its stretch in the current text, begin and end, and in the kept one.
 */
import { wordDiff } from './word-diff.ts';

export type ConflictTexts = { readonly current: string; readonly kept: string };
export type ConflictHunks = ConflictTexts & { readonly places: Int32Array };

const numbersOfHunk = 4;

/** Finds the differences, in the order of the texts. `steps` bounds the comparison; past it the rest is one hunk. */
export function conflictPlaces({ current, kept }: ConflictTexts, steps?: number): Int32Array<ArrayBuffer> {
  const places: number[] = [];
  const at = { current: 0, kept: 0 };
  let isOpen = false;
  for (const { kind, text } of wordDiff(current, kept, steps)) {
    if (kind === 'same') {
      at.current += text.length;
      at.kept += text.length;
      isOpen = false;
      continue;
    }
    if (!isOpen) places.push(at.current, at.current, at.kept, at.kept);
    isOpen = true;
    at[kind] += text.length;
    places[places.length - (kind === 'current' ? 3 : 1)] = at[kind];
  }
  return Int32Array.from(places);
}

export function countHunks({ places }: ConflictHunks): number {
  return places.length / numbersOfHunk;
}

/** A difference: its place in the current text, and what each text has there. */
export type ConflictHunk = { readonly place: number; readonly current: string; readonly kept: string };

export function hunkAt({ current, kept, places }: ConflictHunks, index: number): ConflictHunk {
  const [start = 0, end = 0, keptStart = 0, keptEnd = 0] = places.subarray(numbersOfHunk * index);
  return { place: start, current: current.slice(start, end), kept: kept.slice(keptStart, keptEnd) };
}

/** Returns the index of the first difference that begins behind this place of the current text. */
export function firstHunkBehind(hunks: ConflictHunks, place: number): number {
  let [low, high] = [0, countHunks(hunks)];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hunks.places[numbersOfHunk * middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low;
}

export type HunkChoice = 'current' | 'kept' | 'both';

/** The text that the choices make, by the index of the difference; one without a choice stays as it is. */
export function chosenText(hunks: ConflictHunks, choices: ReadonlyMap<number, HunkChoice>): string {
  const { current, places } = hunks;
  const pieces: string[] = [];
  let done = 0;
  for (const [index, choice] of [...choices].sort(([a], [b]) => a - b)) {
    if (choice === 'current') continue;
    const hunk = hunkAt(hunks, index);
    pieces.push(
      current.slice(done, choice === 'both' ? places[numbersOfHunk * index + 1] : hunk.place),
      hunk.kept,
    );
    done = hunk.place + hunk.current.length;
  }
  return pieces.join('') + current.slice(done);
}
