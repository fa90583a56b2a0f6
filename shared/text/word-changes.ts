/**
 * Returns the replaced ranges that make one text of another, in order, each beginning and ending between words: the
 * history of a prompt is made of them. A word that was changed is the word of who changed it, as a whole.
 * Before: edit-history. After: edit-pieces does the changes.
 */
import { isWordBorder } from '#shared/diff/tokenizers.ts';
import { wordHunks } from '#shared/diff/word-hunks.ts';
import { changeBetween, type TextChange } from './text-change.ts';

/** `joinNear`: a few kept words between two changes count as changed with them. */
export function wordChanges(
  before: string,
  after: string,
  { joinNear }: { joinNear: boolean },
): TextChange[] {
  return wordHunks({ base: before, side: after }, { joinNear }).map((hunk) => {
    const { baseStart, baseEnd, sideStart, sideEnd } = hunk;
    // A word and its white space are one token of the comparison: often only the white space behind it differs.
    const inner = changeBetween(before.slice(baseStart, baseEnd), after.slice(sideStart, sideEnd));
    let start = inner?.from ?? 0;
    while (start > 0 && !(isWordBorder(before, baseStart + start) && isWordBorder(after, sideStart + start)))
      start -= 1;
    let end = inner === null ? 0 : baseEnd - baseStart - inner.to;
    while (end > 0 && !(isWordBorder(before, baseEnd - end) && isWordBorder(after, sideEnd - end))) end -= 1;
    return {
      from: baseStart + start,
      to: baseEnd - end,
      insert: after.slice(sideStart + start, sideEnd - end),
    };
  });
}
