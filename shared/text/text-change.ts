/** UTF-16 units; `from` is never past `to`. */
export type TextSelection = { from: number; to: number };

/** Replaces the range `from..to` by `insert`; the rest of the text is not touched. */
export type TextChange = { readonly from: number; readonly to: number; readonly insert: string };

export type Toggled = { text: string; selection: TextSelection; change: TextChange };
export type ChangeAndSelection = Pick<Toggled, 'change' | 'selection'>;

/** The change between the longest common beginning and the longest common end; null for equal texts. */
export function changeBetween(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (cutsPair(before, start) || cutsPair(after, start)) start -= 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end += 1;
  }
  if (cutsPair(before, before.length - end) || cutsPair(after, after.length - end)) end -= 1;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

function cutsPair(text: string, offset: number): boolean {
  return isHighSurrogate(text.charCodeAt(offset - 1)) && isLowSurrogate(text.charCodeAt(offset));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
