import type { Range } from './code-spans.ts';
import { type Fence, fenceAfter } from './fences.ts';
import { linesOf } from './lines.ts';

export type Role = (typeof roles)[number];

const roles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

export type Message = { readonly role: Role; readonly content: string };

/** Not every provider has the role of a developer, and a tool's result belongs to a call, which a text has none of. */
export function sentRole(role: Role): 'system' | 'user' | 'assistant' {
  if (role === 'developer') return 'system';
  return role === 'tool' ? 'user' : role;
}

/** A message as it stands in a text; `content` is the range of what it contains, as it is written. */
export type ChatBlock = Range & { readonly role: Role; readonly content: Range };

const roleLine = /^(----?)[ \t]+(system|developer|user|assistant|tool)[ \t]+\1[ \t]*$/i;
const longestRoleLine = 100;

/**
 * Returns the messages of a text, or null if it is no chat. Joined, their ranges are the text.
 *
 * 1. A message begins with a line `--- user ---`: three dashes, the role and three dashes, with spaces between them.
 *    The roles are system, developer, user, assistant and tool, in large or small letters.
 * 2. A text is a chat if such a line is its first that is not blank.
 * 3. In fenced code the line is text. With four dashes, `---- user ----`, it begins a message there too; so no fence
 *    that a message leaves open reaches over the next one.
 * 4. A backslash before the line keeps it as text; `messagesOf` takes one backslash away.
 * 5. The line break before the line is no part of the content before it, nor is one blank line there; LF, CRLF and CR are
 *    each one break.
 */
export function parseChat(text: string): ChatBlock[] | null {
  const blocks: ChatBlock[] = [];
  let open: { role: Role; start: number; contentStart: number } | null = null;
  let fence: Fence = '';
  for (const { start, end, next } of linesOf(text)) {
    const line = text.slice(start, end);
    const role = roleOf(line, fence);
    if (role === null) {
      if (open === null && line.trim() !== '') return null;
      fence = fenceAfter(line, fence);
      continue;
    }
    if (open !== null) blocks.push(blockOf(open, start, endOfContent(text, open.contentStart, start)));
    open = { role, start: open === null ? 0 : start, contentStart: next };
    fence = '';
  }
  if (open === null) return null;
  blocks.push(blockOf(open, text.length, text.length));
  return blocks;
}

/** Returns the messages of a chat as they are sent to a model, or null if the text is none. */
export function messagesOf(text: string): Message[] | null {
  const blocks = parseChat(text);
  if (blocks === null) return null;
  return blocks.map(({ role, content }) => ({
    role,
    content: withLines(text.slice(content.start, content.end), (line, fence) =>
      isEscapedAt(line, fence) ? line.slice(1) : line,
    ).text,
  }));
}

/** Returns messages as the text of a chat; `messagesOf` gives them back. No messages are the empty text. */
export function chatFromMessages(messages: readonly Message[]): string {
  let chat = '';
  let fence: Fence = '';
  for (const { role, content } of messages) {
    const dashes = fence === '' ? '---' : '----';
    const written = withLines(content, (line, before) =>
      roleOf(line, before) !== null || isEscapedAt(line, before) ? `\\${line}` : line,
    );
    // Behind a CR, an LF would be one break with it.
    const breaks = chat.endsWith('\r') ? '\r\n\r\n' : '\n\n';
    chat += `${chat === '' ? '' : breaks}${dashes} ${role} ${dashes}\n${written.text}`;
    ({ fence } = written);
  }
  return chat;
}

/** Returns the role whose message begins with a line of a chat, given the state of its fences; null for any other line. */
export function roleOf(line: string, fence: Fence): Role | null {
  if (line.length > longestRoleLine || !line.startsWith('---')) return null;
  const [, dashes, name] = roleLine.exec(line) ?? [];
  if (name === undefined || (fence !== '' && dashes !== '----')) return null;
  return roles.find((role) => role === name.toLowerCase()) ?? null;
}

/** Returns true for a line that would begin a message without its backslashes. */
function isEscapedAt(line: string, fence: Fence): boolean {
  return line.startsWith('\\') && roleOf(line.replace(/^\\+/, ''), fence) !== null;
}

/** Returns the text with each line replaced, its breaks kept, and the state of its fences at the end. */
function withLines(
  text: string,
  replaced: (line: string, fence: Fence) => string,
): { text: string; fence: Fence } {
  const pieces: string[] = [];
  let fence: Fence = '';
  for (const { start, end, next } of linesOf(text)) {
    const line = text.slice(start, end);
    pieces.push(replaced(line, fence), text.slice(end, next));
    fence = fenceAfter(line, fence);
  }
  return { text: pieces.join(''), fence };
}

function blockOf(open: { role: Role; start: number; contentStart: number }, end: number, contentEnd: number) {
  const { role, start, contentStart } = open;
  return { role, start, end, content: { start: contentStart, end: contentEnd } };
}

function endOfContent(text: string, from: number, to: number): number {
  return withoutBreak(text, from, withoutBreak(text, from, to));
}

/** Returns the end of a text without the break that it ends with, of whichever kind. */
function withoutBreak(text: string, from: number, to: number): number {
  if (to - 2 >= from && text.startsWith('\r\n', to - 2)) return to - 2;
  return to > from && /[\r\n]/.test(text.charAt(to - 1)) ? to - 1 : to;
}
