/**
 * A text in which what a person took out of it keeps its place: the pieces of one prompt's history.
 * 1. The shown pieces one after the other are the text. A step is undone or done by what it shows and hides.
 * 2. Only a step of this person hides a piece, and only pieces that this person wrote or took out are hidden:
 *    what others wrote cannot leave the text by a step.
 * 3. What another takes out is gone for every step.
 * 4. Pieces begin and end between words, and no step makes one word of two.
 * Before: word-changes finds the ranges. After: edit-history keeps the steps.
 */
import { isWordBorder } from '#shared/diff/tokenizers.ts';
import type { TextChange } from './text-change.ts';

export type Piece = {
  /** Null where the piece is shown; its characters are in the text then. */
  readonly hidden: string | null;
  readonly length: number;
  /** The step that wrote it; 0: it was there, or another wrote it. */
  readonly by: number;
  /** The step that takes it out; 0: none. */
  readonly goneBy: number;
};

export type TextInPieces = { readonly text: string; readonly pieces: readonly Piece[] };

export const wholeText = (text: string): TextInPieces => ({ text, pieces: [shownPiece(text.length, 0)] });

/** A step of this person. */
export function changeByStep(before: TextInPieces, changes: readonly TextChange[], step: number): Piece[] {
  return replaced(before.pieces, changes, (pieces, { from, insert }) => {
    const result: Piece[] = [];
    const first = pieces.findIndex(isShown);
    let at = from;
    for (const piece of pieces.slice(0, first < 0 ? pieces.length : first)) result.push(piece);
    result.push(shownPiece(insert.length, step));
    for (const piece of first < 0 ? [] : pieces.slice(first)) {
      if (!isShown(piece)) result.push(piece);
      // What a step wrote and took out again was never there.
      else if (piece.by !== step) {
        result.push({ ...piece, hidden: ownCopy(before.text.slice(at, at + piece.length)), goneBy: step });
      }
      at += isShown(piece) ? piece.length : 0;
    }
    return result;
  });
}

/** A change of another device or program: what it takes out is gone for every step. */
export function changeByOthers(before: TextInPieces, changes: readonly TextChange[]): Piece[] {
  return replaced(before.pieces, changes, (pieces, { insert }) => [
    ...pieces.filter((piece) => !isShown(piece)),
    shownPiece(insert.length, 0),
  ]);
}

/** Shows and hides what is to be seen when the steps up to `done` are done. */
export function showSteps({ text, pieces }: TextInPieces, done: number): TextInPieces {
  const shown: string[] = [];
  const next: Piece[] = [];
  /** The characters that are hidden since the last shown piece. */
  let between: string[] = [];
  let at = 0;
  for (const piece of pieces) {
    const { length } = piece;
    const characters = piece.hidden ?? text.slice(at, at + length);
    if (isShown(piece)) at += length;
    if (piece.by <= done && (piece.goneBy === 0 || piece.goneBy > done)) {
      const parting = partingOf(shown.at(-1), between, characters);
      if (parting !== '') next.push(shownPiece(parting.length, 0));
      shown.push(parting + characters);
      between = [];
      next.push(isShown(piece) ? piece : { ...piece, hidden: null });
    } else {
      between.push(characters);
      next.push(isShown(piece) ? { ...piece, hidden: ownCopy(characters) } : piece);
    }
  }
  return { text: shown.join(''), pieces: next };
}

/** Pieces end between words. Where others have left two that would be one word, white space goes between. */
function partingOf(before: string | undefined, between: readonly string[], after: string): string {
  if (before === undefined || isParted(before, after)) return '';
  return /\r\n|\r|\n/.exec(between.join(''))?.[0] ?? ' ';
}

/** Returns true if two texts, one behind the other, make one word of no two. */
function isParted(before: string, after: string): boolean {
  const last = before.slice(-16);
  return isWordBorder(last + after.slice(0, 2), last.length);
}

/** Leaves only what the steps behind `settled` and up to `last` can still show or hide, in as few pieces as possible. */
export function settlePieces(pieces: readonly Piece[], { settled, last }: { settled: number; last: number }) {
  const result: Piece[] = [];
  for (const piece of pieces) {
    if (piece.length === 0 || piece.by > last || (piece.goneBy > 0 && piece.goneBy <= settled)) continue;
    const by = piece.by <= settled ? 0 : piece.by;
    const goneBy = piece.goneBy > last ? 0 : piece.goneBy;
    const before = result.at(-1);
    const joined = before?.by === by && before.goneBy === goneBy ? joinedPiece(before, piece) : null;
    if (joined === null) result.push({ ...piece, by, goneBy });
    else result[result.length - 1] = joined;
  }
  return result;
}

function joinedPiece(one: Piece, next: Piece): Piece | null {
  const length = one.length + next.length;
  if (one.hidden === null || next.hidden === null)
    return one.hidden === next.hidden ? { ...one, length } : null;
  // Others have taken out what was between.
  if (!isParted(one.hidden, next.hidden)) return null;
  return { ...one, hidden: one.hidden + next.hidden, length };
}

function shownPiece(length: number, by: number): Piece {
  return { hidden: null, length, by, goneBy: 0 };
}

function isShown(piece: Piece): boolean {
  return piece.hidden === null;
}

/** Puts for each change what `replace` makes of its pieces: those of its range, and the hidden ones at its borders. */
function replaced(
  pieces: readonly Piece[],
  changes: readonly TextChange[],
  replace: (pieces: readonly Piece[], change: TextChange) => Piece[],
): Piece[] {
  const cut = cutAt(
    pieces,
    changes.flatMap(({ from, to }) => [from, to]),
  );
  const result: Piece[] = [];
  let next = 0;
  let at = 0;
  for (const change of changes) {
    for (; at < change.from; next += 1) {
      const piece = cut[next];
      if (piece === undefined) break;
      if (isShown(piece)) at += piece.length;
      result.push(piece);
    }
    const first = next;
    for (let piece = cut[next]; piece && (at < change.to || !isShown(piece)); piece = cut[next]) {
      if (isShown(piece)) at += piece.length;
      next += 1;
    }
    result.push(...replace(cut.slice(first, next), change));
  }
  for (; next < cut.length; next += 1) result.push(...cut.slice(next, next + 1));
  return result;
}

/** Cuts shown pieces at offsets of the text, which come in order. */
function cutAt(pieces: readonly Piece[], offsets: readonly number[]): Piece[] {
  const result: Piece[] = [];
  let next = 0;
  let at = 0;
  for (const piece of pieces) {
    if (!isShown(piece)) {
      result.push(piece);
      continue;
    }
    const end = at + piece.length;
    for (; (offsets[next] ?? end) < end; next += 1) {
      const offset = offsets[next] ?? end;
      if (offset > at) result.push({ ...piece, length: offset - at });
      at = Math.max(at, offset);
    }
    result.push({ ...piece, length: end - at });
    at = end;
  }
  return result;
}

/** A slice keeps the whole text in memory, and there may be a hundred of them. */
function ownCopy(slice: string): string {
  return ` ${slice}`.slice(1);
}
