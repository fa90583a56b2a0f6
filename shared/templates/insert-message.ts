import { parseChat, type Role } from './chat.ts';
import { type Fence, fenceAfter } from './fences.ts';
import { linesOf } from './lines.ts';

/** Puts `insert` in place of a range of the text; at `caret` the content of the message is to be written. */
export type InsertedMessage = {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly caret: number;
};

type Place = { readonly caret: number; readonly role: Role; readonly lineEnd: string };

/**
 * Returns what begins a message of a role at a caret, with what follows the caret as its content. A text that is no chat
 * becomes one. `lineEnd`: the one of the text.
 */
export function insertedMessage(text: string, place: Place): InsertedMessage {
  const { caret, role, lineEnd } = place;
  const blocks = parseChat(text);
  const block = blocks?.findLast(({ start }) => start <= caret);
  if (blocks === null) return firstMessages(text, place);
  const isAtStart =
    block === undefined || caret === block.start || text.slice(block.start, caret).trim() === '';
  if (isAtStart) {
    const at = block?.start ?? 0;
    const opening = `--- ${role} ---${lineEnd}`;
    return { from: at, to: at, insert: opening + lineEnd + lineEnd, caret: at + opening.length };
  }
  const at = Math.max(caret, lineEndBefore(text, block.content.start));
  const opening = openingAt(text, at, { role, lineEnd, contentStart: block.content.start });
  return { from: at, to: at, insert: opening, caret: at + opening.length };
}

/** The message that usually stands before one of a role; a system message is the first. */
const roleBefore: Partial<Record<Role, Role>> = { user: 'system', assistant: 'user', tool: 'assistant' };

/** Makes a message of the text before the caret too, as a chat begins with one. */
function firstMessages(text: string, { caret, role, lineEnd }: Place): InsertedMessage {
  const before = roleBefore[role];
  if (before === undefined || text.slice(0, caret).trim() === '') {
    const insert = `--- ${role} ---${lineEnd}`;
    return { from: 0, to: 0, insert, caret: insert.length };
  }
  const opening = openingAt(text, caret, { role, lineEnd, contentStart: 0 });
  const insert = `--- ${before} ---${lineEnd}${text.slice(0, caret)}${opening}`;
  return { from: 0, to: caret, insert, caret: insert.length };
}

function openingAt(
  text: string,
  at: number,
  { role, lineEnd, contentStart }: { role: Role; lineEnd: string; contentStart: number },
): string {
  const dashes = fenceAt(text, contentStart, at) === '' ? '---' : '----';
  return `${breaksBetween(text.slice(Math.max(0, at - 4), at), lineEnd)}${dashes} ${role} ${dashes}${lineEnd}`;
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
