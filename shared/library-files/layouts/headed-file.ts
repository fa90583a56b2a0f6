/**
 * Reads and writes a prompt as a file of Markdown with front matter that an agent's tool asks for.
 *
 * 1. The front matter is a part of the prompt's text: its description and its other fields are versioned, approved and
 *    merged with the rest. It is kept to the code unit, and need not be YAML, as `globs: *.ts` of Cursor is none.
 * 2. Not a part of the text are the line of the marker, and the `name`, which follows the file's own name.
 * 3. A text without front matter gets some for the file, and is read back without it, unless a person changed it.
 */
import { withoutMark } from '../bytes.ts';
import { type PromptMarker, readMarker, writeMarker } from './prompt-marker.ts';

/** How a tool wants its front matter. */
export type HeadForm = {
  /** It has a `name`, which is that of the file or its folder. */
  readonly isNamed: boolean;
  /** Returns the lines for a text that has none of its own; each ends with a line feed. */
  made(title: string): string;
};

/** `null`: the file has none; it has them once it was written. */
export type LaidOutPrompt = { id: number | null; title: string | null; text: string };

const markerStart = '# promptory: ';
const opening = /^---[ \t]*\r?\n/;
const closing = /(?<=^|\n)---[ \t]*(?:\r?\n|$)/;

type Split = { open: string; head: string; close: string; body: string };

function splitHead(text: string): Split | null {
  const open = opening.exec(text)?.[0];
  if (open === undefined) return null;
  const rest = text.slice(open.length);
  const close = closing.exec(rest);
  if (close === null) return null;
  const end = close.index + close[0].length;
  return { open, head: rest.slice(0, close.index), close: close[0], body: rest.slice(end) };
}

const linesOf = (head: string) => head.split(/(?<=\n)/);

/** Whether lines between dashes are fields, and no text between two rulers. */
function isFields(head: string): boolean {
  const lines = linesOf(head).map((line) => line.trimEnd());
  return lines.some(isField) && lines.every((line) => isField(line) || /^(?:$|[ \t]|#|- )/.test(line));
}

const isField = (line: string) => /^[\w.-]+:(?:\s|$)/.test(line);
const isName = (line: string) => /^name:(?:\s|$)/.test(line);

/** `name`: the file's own, or its folder's. Null where the marker in it cannot be read. */
export function readHeadedFile(
  content: string,
  { form, name }: { form: HeadForm; name: string },
): LaidOutPrompt | null {
  const text = withoutMark(content);
  const split = splitHead(text);
  const lines = split === null ? [] : linesOf(split.head);
  const at = lines.findIndex((line) => line.startsWith(markerStart));
  if (split === null || (at < 0 && !isFields(split.head))) return { id: null, title: null, text };
  const marker = at < 0 ? {} : readMarker((lines[at] ?? '').slice(markerStart.length));
  if (marker === null) return null;
  if (at >= 0) lines.splice(at, 1);
  const nameAt = form.isNamed && marker.named === undefined ? lines.findIndex(isName) : -1;
  if (nameAt >= 0 && (at >= 0 || nameIn(lines[nameAt]) === name)) lines.splice(nameAt, 1);
  const rest = lines.join('');
  const { id = null, title = null } = marker;
  return {
    id,
    title,
    text: isMade(rest, marker, form) ? split.body : split.open + rest + split.close + split.body,
  };
}

/** Whether what remains of the front matter is what a file got. */
function isMade(rest: string, { adds, title = '' }: PromptMarker, form: HeadForm): boolean {
  if (rest.trim() === '') return true;
  return adds === 'head' && rest.replaceAll('\r\n', '\n') === form.made(title);
}

function nameIn(line: string | undefined): string {
  const value = (line ?? '').slice('name:'.length).trim();
  return /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
}

export function writeHeadedFile(
  { id, title, text }: { id: number; title: string; text: string },
  { form, name }: { form: HeadForm; name: string },
): string {
  const split = splitHead(text);
  if (split === null || !isFields(split.head)) {
    const line = form.isNamed ? `name: ${name}\n` : '';
    return `---\n${markerStart}${writeMarker({ id, title, adds: 'head' })}\n${line}${form.made(title)}---\n${text}`;
  }
  const eol = split.open.endsWith('\r\n') ? '\r\n' : '\n';
  const isOwn = form.isNamed && linesOf(split.head).some(isName);
  const line = form.isNamed && !isOwn ? `name: ${name}${eol}` : '';
  const marker = writeMarker({ id, title, ...(isOwn ? { named: true } : {}) });
  return `${split.open}${markerStart}${marker}${eol}${line}${split.head}${split.close}${split.body}`;
}
