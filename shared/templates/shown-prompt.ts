/**
 * Lays out a prompt as it is read, filled or not, and finds in it what its variables and snippets became.
 *
 * 1. Each message of a chat is filled by itself, as in a copy of its messages: no value begins a message.
 * 2. All ranges are of the text that is shown, and in the content of a message. Marks do not overlap.
 * Before: `resolveSnippets`. After: whatever draws the text.
 */
import type { Range } from './code-spans.ts';
import { lastIndex } from './last-index.ts';
import { type PartRange, piecesOf, readPrompt, withDefaults } from './prompt-parts.ts';
import type { InsertedSnippet } from './resolve-snippets.ts';
import { referencesOf } from './snippets.ts';

/** `values`: null leaves variables as they are written, those with a default too. */
export type WrittenPrompt = {
  /** The snippets in the text, as they were inserted. */
  readonly snippets: readonly InsertedSnippet[];
  readonly values: ReadonlyMap<string, string> | null;
};

/** A value or name in place of a variable, or a reference that could not be replaced. */
export type ShownMark = Range &
  (
    | { readonly kind: 'value' | 'default' | 'missing'; readonly name: string }
    | { readonly kind: 'reference' }
  );

export type ShownPrompt = {
  readonly text: string;
  readonly parts: readonly PartRange[];
  /** In their order; none is empty. */
  readonly marks: readonly ShownMark[];
  /** Without the space around their texts; none is empty. */
  readonly snippets: readonly InsertedSnippet[];
};

export function shownPrompt(text: string, { snippets, values }: WrittenPrompt): ShownPrompt {
  const { moves, ...laid } = layOut(text, values);
  const { parts } = laid;
  const marks: ShownMark[] = [...laid.marks];
  for (const { start, end } of referencesIn(text, laid.written)) {
    marks.push({ kind: 'reference', start: moved(start, moves), end: moved(end, moves) });
  }
  return {
    ...{ text: laid.text, parts },
    marks: marks.filter(isSeen).sort((one, other) => one.start - other.start),
    snippets: snippets
      .map(({ reference, start, end }) => ({
        reference,
        ...withoutSpace(laid.text, parts, { start: moved(start, moves), end: moved(end, moves) }),
      }))
      .filter(isSeen),
  };
}

/** A variable that was at a range, and what stands for it since. */
type Move = { readonly from: Range; readonly to: Range };

type Layout = Pick<ShownPrompt, 'text' | 'parts' | 'marks'> & {
  /** The parts as they were written. */
  readonly written: readonly PartRange[];
  readonly moves: readonly Move[];
};

function layOut(text: string, values: WrittenPrompt['values']): Layout {
  const prompt = readPrompt(text);
  const given = {
    values: values ?? new Map<string, string>(),
    defaults: values === null ? new Map<string, string>() : withDefaults(prompt, new Map()),
  };
  const pieces: string[] = [];
  const marks: ShownMark[] = [];
  const moves: Move[] = [];
  let length = 0;
  let last = 0;
  const write = (piece: string): Range => {
    const start = length;
    pieces.push(piece);
    length += piece.length;
    return { start, end: length };
  };
  const parts = prompt.parts.map((part) => {
    const { end: begin } = write(text.slice(last, part.start));
    for (const { start, end, name, piece } of piecesOf(text, part, given)) {
      const to = write(piece.text);
      if (name === null || piece.kind === 'text') continue;
      moves.push({ from: { start, end }, to });
      marks.push({ kind: piece.kind, name, ...to });
    }
    last = part.end;
    return { role: part.role, start: begin, end: length };
  });
  write(text.slice(last));
  return { text: pieces.join(''), parts, marks, written: prompt.parts, moves };
}

function referencesIn(text: string, parts: readonly PartRange[]): Range[] {
  return parts.flatMap((part) =>
    referencesOf(text.slice(part.start, part.end)).map(({ start, end }) => ({
      start: part.start + start,
      end: part.start + end,
    })),
  );
}

/** Returns where a place of the written text is now; a place inside of a variable is at the end of what stands for it. */
function moved(at: number, moves: readonly Move[]): number {
  const move = moves[lastIndex(moves, ({ from }) => from.start <= at)];
  if (move === undefined) return at;
  if (at === move.from.start) return move.to.start;
  return move.to.end + Math.max(0, at - move.from.end);
}

/** So much space is left out at an end of a snippet; who has more sees it begin or end within. */
const mostSpace = 1_000;

/** Returns the range that is left of one without the space at its ends, and without what is around messages. */
function withoutSpace(text: string, parts: readonly PartRange[], { start, end }: Range): Range {
  let [from, to] = [start, end];
  for (let at = lastIndex(parts, (part) => part.start <= from); from < to; at += 1) {
    const part = parts[Math.max(0, at)];
    if (part === undefined) return { start: to, end: to };
    from = Math.max(from, part.start);
    const ahead = text.slice(from, Math.min(from + mostSpace, part.end));
    from += ahead.length - ahead.trimStart().length;
    if (from < part.end) break;
  }
  for (let at = lastIndex(parts, (part) => part.start < to); from < to; at -= 1) {
    const part = parts[at];
    if (part === undefined) return { start: from, end: from };
    to = Math.min(to, part.end);
    const behind = text.slice(Math.max(to - mostSpace, part.start), to);
    to -= behind.length - behind.trimEnd().length;
    if (to > part.start) break;
  }
  return { start: from, end: Math.max(from, to) };
}

function isSeen({ start, end }: Range): boolean {
  return start < end;
}
