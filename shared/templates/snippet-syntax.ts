import type { Range } from './code-spans.ts';
import { isEscaped, nextBrace } from './escapes.ts';

/** A prompt by the names that a person reads. */
export type SnippetName = { readonly project: string; readonly title: string };

/** Null for the text as it is now. */
export type Pin =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'label'; readonly label: string }
  | null;

export type SnippetReference = SnippetName & { readonly pin: Pin };

/** The two ranges are those of the names as they are written, without the spaces around them. */
export type SnippetSyntax = SnippetReference & {
  readonly end: number;
  readonly projectRange: Range;
  readonly titleRange: Range;
};

const version = /^[1-9]\d{0,8}$/;
const label = /^(?!\d+$)[a-z0-9._-]{1,36}$/;

/**
 * Reads `{{> Project/Title}}`, `{{> Project/Title@3}}` or `{{> Project/Title@production}}` at a place of a line. The
 * first slash ends the project; what follows the last @ is a version or a label, or else belongs to the title. A
 * backslash keeps the character after it as a part of the name; `\n` and `\r` stand for line breaks.
 */
export function snippetAt(line: string, at: number): SnippetSyntax | null {
  const close = nextBrace(line, at + 3);
  if (close < 0 || line[close] !== '}' || line[close + 1] !== '}') return null;
  const { slash, sign } = separators(line, at + 3, close);
  if (slash < 0) return null;
  const pin = sign < 0 ? null : pinOf(line.slice(sign + 1, close).trim());
  const projectRange = withoutSpace(line, at + 3, slash);
  const titleRange = withoutSpace(line, slash + 1, pin === null ? close : sign);
  const project = unescaped(line.slice(projectRange.start, projectRange.end));
  const title = unescaped(line.slice(titleRange.start, titleRange.end));
  if (project === '' || title === '') return null;
  return { end: close + 2, project, title, pin, projectRange, titleRange };
}

/** Returns the reference as it is written in a text. */
export function formatReference({ project, title, pin }: SnippetReference): string {
  const at = pin === null ? '' : `@${pin.kind === 'version' ? pin.version : pin.label}`;
  return `{{> ${escaped(project)}/${escaped(title)}${at}}}`;
}

/** Returns a name as it is written in a reference. */
export function escaped(name: string): string {
  return name
    .replace(/[\\/@{}]/g, '\\$&')
    .replace(/^[^\S\r\n]|[^\S\r\n]$/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
}

function unescaped(source: string): string {
  return source.replace(/\\(.)/gsu, (_, kept: string) => (kept === 'n' ? '\n' : kept === 'r' ? '\r' : kept));
}

function separators(line: string, from: number, to: number): { slash: number; sign: number } {
  let slash = -1;
  let sign = -1;
  for (let at = from; at < to; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '/' && slash < 0) slash = at;
    else if (line[at] === '@' && slash >= 0) sign = at;
  }
  return { slash, sign };
}

function pinOf(source: string): Pin {
  if (version.test(source)) return { kind: 'version', version: Number(source) };
  return label.test(source) ? { kind: 'label', label: source } : null;
}

const space = /\s/;

function withoutSpace(line: string, from: number, to: number): Range {
  let start = from;
  let end = to;
  while (start < end && space.test(line[start] ?? '')) start += 1;
  while (end > start && space.test(line[end - 1] ?? '') && !isEscaped(line, end - 1)) end -= 1;
  return { start, end };
}
