import { parseChat, type Role } from './chat.ts';
import { type Fence, fenceAfter } from './fences.ts';
import { linesOf } from './lines.ts';

/** Puts the beginning of a message at `at`; at `caret` its content is to be written. */
export type InsertedMessage = { readonly at: number; readonly insert: string; readonly caret: number };

/**
 * Returns what begins a message of a role at a caret. In a chat, what follows the caret becomes its content; a text that
 * is none becomes the content of its first message. `lineEnd`: the one of the text.
 */
export function insertedMessage(
  text: string,
  { caret, role, lineEnd }: { readonly caret: number; readonly role: Role; readonly lineEnd: string },
): InsertedMessage {
  const blocks = parseChat(text);
  const block = blocks?.findLast(({ start }) => start <= caret);
  if (blocks === null || block === undefined) {
    const insert = `--- ${role} ---${lineEnd}`;
    return { at: 0, insert, caret: insert.length };
  }
  const isAtStart = caret === block.start || text.slice(block.start, caret).trim() === '';
  const at = isAtStart ? block.start : Math.max(caret, lineEndBefore(text, block.content.start));
  const before = isAtStart ? '' : breaksBetween(text.slice(Math.max(0, at - 4), at), lineEnd);
  const dashes = isAtStart || fenceAt(text, block.content.start, at) === '' ? '---' : '----';
  const opening = `${before}${dashes} ${role} ${dashes}${lineEnd}`;
  return { at, insert: isAtStart ? opening + lineEnd + lineEnd : opening, caret: at + opening.length };
}

/** One blank line stands between two messages. */
function breaksBetween(before: string, lineEnd: string): string {
  const breaks = (/(?:\r\n|\r|\n)*$/.exec(before)?.[0] ?? '').match(/\r\n|\r|\n/g)?.length ?? 0;
  return lineEnd.repeat(Math.max(0, 2 - breaks));
}

/** Returns the end of the role's line, of which the content begins behind the break. */
function lineEndBefore(text: string, contentStart: number): number {
  if (text.startsWith('\r\n', contentStart - 2)) return contentStart - 2;
  return /[\r\n]/.test(text[contentStart - 1] ?? '') ? contentStart - 1 : contentStart;
}

function fenceAt(text: string, from: number, to: number): Fence {
  let fence: Fence = '';
  if (to <= from) return fence;
  const content = text.slice(from, to);
  for (const { start, end } of linesOf(content)) fence = fenceAfter(content.slice(start, end), fence);
  return fence;
}
