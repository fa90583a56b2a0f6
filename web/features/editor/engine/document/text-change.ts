import { changeBetween, type TextChange } from '#shared/text/text-change.ts';

/**
 * The few small changes that turn one text into another, last one first so that each one's offsets hold when they
 * are applied in this order.
 *
 * One change between the common beginning and the common end would often run over the caret: two devices write
 * above and below the line somebody is in. So where the caret's line stands in both texts, it is an anchor that no
 * change touches, and the caret, the scroll position and an unfinished composition in it survive.
 */
export function changesBetween(before: string, after: string, caret?: number): TextChange[] {
  const whole = changeBetween(before, after);
  if (whole === null) return [];
  if (caret === undefined || caret < whole.from || caret > whole.to) return [whole];
  const anchor = lineAround(before, caret);
  if (anchor === null || anchor.from < whole.from || anchor.to > whole.to) return [whole];
  const landed = onlyPlaceOf(before.slice(anchor.from, anchor.to), after, {
    from: whole.from,
    to: whole.from + whole.insert.length,
  });
  if (landed === null) return [whole];
  const above = changeBetween(before.slice(0, anchor.from), after.slice(0, landed.from));
  const below = changeBetween(before.slice(anchor.to), after.slice(landed.to));
  const changes: TextChange[] = [];
  if (below !== null) {
    changes.push({ from: below.from + anchor.to, to: below.to + anchor.to, insert: below.insert });
  }
  if (above !== null) changes.push(above);
  return changes;
}

/**
 * Returns an offset after changes that stand last one first. One at which something is inserted stays before it; one
 * within something replaced stays as far into it as the new text goes.
 */
export function offsetThrough(changes: readonly TextChange[], offset: number): number {
  let moved = offset;
  for (const change of changes) {
    if (offset <= change.from) continue;
    if (offset >= change.to) moved += change.insert.length - (change.to - change.from);
    else moved = change.from + Math.min(offset - change.from, change.insert.length);
  }
  return moved;
}

/**
 * The same change, widened so that neither of its borders lies inside a CR LF pair, in the text before or in the text
 * after: lines on both sides of it are then whole lines with whole breaks.
 */
export function withWholeBreaks(before: string, change: TextChange): TextChange {
  let { from, to, insert } = change;
  const firstAfter = insert === '' ? before.charAt(to) : insert.charAt(0);
  if (from > 0 && before.charAt(from - 1) === '\r' && (before.charAt(from) === '\n' || firstAfter === '\n')) {
    from -= 1;
    insert = `\r${insert}`;
  }
  const lastBefore = insert === '' ? before.charAt(from - 1) : insert.charAt(insert.length - 1);
  if (before.charAt(to) === '\n' && (before.charAt(to - 1) === '\r' || lastBefore === '\r')) {
    to += 1;
    insert += '\n';
  }
  return { from, to, insert };
}

function isBreak(char: string): boolean {
  return char === '\n' || char === '\r';
}

/** The caret's line; where it is blank, together with the lines above it up to one that says something. */
function lineAround(text: string, caret: number): { from: number; to: number } | null {
  let from = caret;
  while (from > 0 && !isBreak(text.charAt(from - 1))) from -= 1;
  let to = caret;
  while (to < text.length && !isBreak(text.charAt(to))) to += 1;
  const furthest = Math.max(0, from - 2_000);
  while (text.slice(from, to).trim() === '') {
    if (from <= furthest) return null;
    from -= 1;
    while (from > 0 && !isBreak(text.charAt(from - 1))) from -= 1;
  }
  return { from, to };
}

/** Finds whole lines within a range of a text; null where they are not in it, or more than once. */
function onlyPlaceOf(
  lines: string,
  text: string,
  range: { from: number; to: number },
): { from: number; to: number } | null {
  let found: { from: number; to: number } | null = null;
  for (let at = text.indexOf(lines, range.from); at !== -1; at = text.indexOf(lines, at + 1)) {
    const end = at + lines.length;
    if (end > range.to) break;
    const opens = at === 0 || isBreak(text.charAt(at - 1));
    const closes =
      end === text.length ||
      (isBreak(text.charAt(end)) && !(lines.endsWith('\r') && text.charAt(end) === '\n'));
    if (!opens || !closes) continue;
    if (found !== null) return null;
    found = { from: at, to: end };
  }
  return found;
}
