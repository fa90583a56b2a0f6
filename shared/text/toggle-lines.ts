import type { ChangeAndSelection, TextSelection } from './text-change.ts';

const bullet = '- ';

type Line = {
  start: number;
  /** Before the line's terminator. */
  end: number;
  text: string;
};

/** "- " before every selected line that is not blank, or away again where all of them have it. */
export function toggleList(text: string, selection: TextSelection): ChangeAndSelection {
  const lines = linesOf(text);
  const { first, last } = selectedLines(lines, selection);
  const selected = lines.slice(first, last + 1);
  const counted = selected.length === 1 ? selected : selected.filter((line) => line.text.trim() !== '');
  const isRemoved = counted.length > 0 && counted.every((line) => line.text.trimStart().startsWith(bullet));
  const from = selected[0]?.start ?? selection.from;
  const to = selected.at(-1)?.end ?? selection.to;

  let insert = '';
  let done = from;
  let selectionFrom = selection.from;
  let selectionTo = selection.to;
  for (const line of counted) {
    const place = line.start + line.text.length - line.text.trimStart().length;
    const hasBullet = line.text.startsWith(bullet, place - line.start);
    if (hasBullet !== isRemoved) continue;
    insert += text.slice(done, place) + (isRemoved ? '' : bullet);
    done = isRemoved ? place + bullet.length : place;
    selectionFrom += shift({ place, isRemoved, at: selection.from });
    selectionTo += shift({ place, isRemoved, at: selection.to });
  }
  insert += text.slice(done, to);
  return {
    change: { from, to, insert },
    selection: { from: selectionFrom, to: Math.max(selectionFrom, selectionTo) },
  };
}

/** How far a place in the old text moves by one bullet coming or going before it. */
function shift({ place, isRemoved, at }: { place: number; isRemoved: boolean; at: number }): number {
  if (!isRemoved) return at >= place ? bullet.length : 0;
  return -Math.max(0, Math.min(at - place, bullet.length));
}

/**
 * Fences around the selected lines, or away from the block that the selection lies in. Whole lines, since a fence
 * is only one on a line of its own; so taking it away again gives back the very text there was.
 */
export function toggleFence(text: string, selection: TextSelection): ChangeAndSelection {
  const lines = linesOf(text);
  const { first, last } = selectedLines(lines, selection);
  const block = fencedBlocks(lines).find(({ open, close }) => open <= first && last <= close);
  if (block) return withoutFence(lines, block, { text, selection });

  const from = lines[first]?.start ?? 0;
  const to = lines[last]?.end ?? from;
  const inner = text.slice(from, to);
  const longest = Math.max(2, ...lines.slice(first, last + 1).map((line) => fenceOf(line.text).length));
  // Longer than any fence inside, or that one would end the block.
  const fence = '`'.repeat(longest + 1);
  const lineEnd = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
  const moved = fence.length + lineEnd.length;
  return {
    change: { from, to, insert: `${fence}${lineEnd}${inner}${lineEnd}${fence}` },
    selection: { from: selection.from + moved, to: Math.min(selection.to, to) + moved },
  };
}

type Block = { open: number; close: number };

function withoutFence(
  lines: Line[],
  { open, close }: Block,
  { text, selection }: { text: string; selection: TextSelection },
): ChangeAndSelection {
  const from = lines[open]?.start ?? 0;
  const to = lines[close]?.end ?? from;
  const innerStart = lines[open + 1]?.start ?? to;
  const innerEnd = Math.max(innerStart, lines[close - 1]?.end ?? innerStart);
  const moved = (place: number) => Math.max(innerStart, Math.min(place, innerEnd)) - innerStart + from;
  return {
    change: { from, to, insert: text.slice(innerStart, innerEnd) },
    selection: { from: moved(selection.from), to: moved(selection.to) },
  };
}

/** The closed code blocks of a Markdown text, as numbers of their fences' lines (CommonMark 4.5, unindented). */
function fencedBlocks(lines: Line[]): Block[] {
  const blocks: Block[] = [];
  let opened: { line: number; fence: string } | undefined;
  lines.forEach((line, number) => {
    const fence = fenceOf(line.text);
    if (fence === '') return;
    const rest = line.text.slice(fence.length);
    if (opened === undefined) {
      if (!rest.includes('`')) opened = { line: number, fence };
    } else if (fence.length >= opened.fence.length && rest.trim() === '') {
      blocks.push({ open: opened.line, close: number });
      opened = undefined;
    }
  });
  return blocks;
}

function fenceOf(line: string): string {
  return /^`{3,}/.exec(line)?.[0] ?? '';
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  for (const terminator of text.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ start, end: terminator.index, text: text.slice(start, terminator.index) });
    start = terminator.index + terminator[0].length;
  }
  lines.push({ start, end: text.length, text: text.slice(start) });
  return lines;
}

/** A selection that ends before the first character of a line does not reach into that line. */
function selectedLines(lines: Line[], { from, to }: TextSelection): { first: number; last: number } {
  const first = lineAt(lines, from);
  const last = lineAt(lines, to);
  const isBefore = last > first && to === lines[last]?.start;
  return { first, last: isBefore ? last - 1 : last };
}

function lineAt(lines: Line[], place: number): number {
  const after = lines.findIndex((line) => line.start > place);
  return after === -1 ? lines.length - 1 : after - 1;
}
