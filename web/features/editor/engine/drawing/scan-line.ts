import { type Role, roleOf } from '#shared/templates/chat.ts';
import { type Mark, markLine } from '#shared/templates/marks.ts';

/**
 * The state at the start of a line: `?` above the first line that is not blank, `m` in a message of a chat, `t` in a text
 * that is none; and behind it nothing for prose, or the marks that opened the fenced code it lies in.
 */
export type LineState = string;

/** The state at the start of a text. */
export const FIRST_LINE: LineState = '?';

export type Token = { readonly from: number; readonly to: number; readonly className: string };

export type ScannedLine = {
  /** Class names of the line as a whole, '' for none. */
  readonly className: string;
  readonly rightToLeft: boolean;
  readonly tokens: readonly Token[];
  /** The role whose message begins here. */
  readonly role: Role | null;
  /** The state at the start of the next line. */
  readonly after: LineState;
};

/** Past this many characters a line is drawn plain: its tokens would be work at every key that nobody can see. */
const LONGEST_MARKED_LINE = 5_000;

const BLOCK_MARK =
  /^(\s{0,40})(?:(#{1,6})(?=\s|$)|(>[>\s]{0,40})|([-*+]|\d{1,9}[.)])(?=\s|$)(\s+\[[ xX]\](?=\s|$))?)/;
export const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const ANY_INLINE = /[`*_~[{<:]/;

/** Every quantifier is bounded, so that no line, whatever it says, takes time in the square of its length. */
const INLINE: readonly { readonly className: string; readonly pattern: RegExp }[] = [
  {
    className: 'tok-tag',
    pattern: /<\/?[\p{L}_][\p{L}\p{N}_:.-]{0,99}(?:\s[^<>]{0,500})?\/?>|<!--.{0,500}?-->/gu,
  },
  {
    className: 'tok-link',
    pattern:
      /!?\[[^[\]]{0,500}\]\([^()\s]{0,500}(?:\s"[^"]{0,200}")?\)|<https?:\/\/[^\s<>]{1,500}>|\bhttps?:\/\/[^\s<>()"'`{}]{1,500}/g,
  },
  {
    className: 'tok-bold',
    pattern:
      /\*\*(?=[^\s*]|\*[^\s*]).{1,500}?(?<=\S)\*\*(?!\*)|(?<![\p{L}\p{N}_])__(?=[^\s_]).{1,500}?(?<=\S)__(?![\p{L}\p{N}_])/gu,
  },
  {
    className: 'tok-italic',
    pattern:
      /(?<![*\\\p{L}\p{N}])\*(?![*\s])[^*]{0,499}[^*\s]\*(?!\*)|(?<![\p{L}\p{N}_\\])_(?![_\s])[^_]{0,499}[^_\s]_(?![\p{L}\p{N}_])/gu,
  },
  { className: 'tok-strike', pattern: /~~(?=[^\s~])[^~]{1,500}~~/g },
];

/** Scans one line of Markdown, given its text and what the lines above left open. */
export function scanLine(text: string, before: LineState): ScannedLine {
  const kind = before.charAt(0);
  const fence = before.slice(1);
  const role = kind === 't' ? null : roleOf(text, fence);
  if (role !== null) return roleLine(text, role);
  const long = text.length > LONGEST_MARKED_LINE;
  const { marks, fence: open } = markLine(text, fence);
  const after = (kind === '?' && text.trim() !== '' ? 't' : kind) + open;
  const rightToLeft = RIGHT_TO_LEFT.test(long ? text.slice(0, LONGEST_MARKED_LINE) : text);
  const line = { rightToLeft, role, after };
  const variables = long ? [] : variablesOf(marks);
  if (fence !== '' || open !== '') {
    const className = fence === '' || open === '' ? 'tok-fence tok-fence-mark' : 'tok-fence';
    return { ...line, className, tokens: variables };
  }
  if (!long && RULE.test(text)) return { ...line, className: 'tok-rule', tokens: [] };
  const block = blockOf(text);
  const tokens = long ? block.tokens : [...block.tokens, ...inlineTokens(text, variables)];
  return { ...line, className: block.className, tokens };
}

/** The role is read, its dashes are not. */
function roleLine(text: string, role: Role): ScannedLine {
  const from = text.search(/[a-z]/i);
  const to = from + role.length;
  const tokens = [
    { from: 0, to: from, className: 'tok-mark' },
    { from: to, to: text.trimEnd().length, className: 'tok-mark' },
  ];
  return { className: `tok-role tok-role-${role}`, rightToLeft: false, tokens, role, after: 'm' };
}

function blockOf(text: string): { className: string; tokens: Token[] } {
  const match = BLOCK_MARK.exec(text);
  if (match === null) return { className: '', tokens: [] };
  const from = match[1]?.length ?? 0;
  const [, , heading, quote, list] = match;
  if (heading !== undefined && from < 4) {
    const mark = { from, to: from + heading.length, className: 'tok-mark' };
    return { className: `tok-heading tok-heading-${heading.length}`, tokens: [mark] };
  }
  if (quote !== undefined) {
    return {
      className: 'tok-quote',
      tokens: [{ from, to: from + quote.trimEnd().length, className: 'tok-mark' }],
    };
  }
  if (list !== undefined)
    return { className: '', tokens: [{ from, to: match[0].length, className: 'tok-list' }] };
  return { className: '', tokens: [] };
}

function inlineTokens(text: string, variables: readonly Token[]): Token[] {
  if (!ANY_INLINE.test(text)) return [];
  const code = codeSpans(text);
  const prose = withoutSpans(text, code);
  const tokens = [...code, ...variables];
  for (const { className, pattern } of INLINE) {
    for (const match of prose.matchAll(pattern)) {
      tokens.push({ from: match.index, to: match.index + match[0].length, className });
    }
  }
  return tokens;
}

function variablesOf(marks: readonly Mark[]): Token[] {
  return marks.map(({ kind, start, end }) => ({ from: start, to: end, className: `tok-${kind}` }));
}

/** A run of backticks opens, the next run of the same length closes (CommonMark 0.31, section 6.1). */
function codeSpans(text: string): Token[] {
  const runs = Array.from(text.matchAll(/`+/g), (match) => ({ at: match.index, length: match[0].length }));
  const spans: Token[] = [];
  for (let open = 0; open < runs.length; open += 1) {
    const opening = runs[open];
    if (opening === undefined) break;
    const close = runs.findIndex((run, index) => index > open && run.length === opening.length);
    const closing = runs[close];
    if (closing === undefined) continue;
    spans.push({ from: opening.at, to: closing.at + closing.length, className: 'tok-code' });
    open = close;
  }
  return spans;
}

/** The same text with code spans blotted out, so that nothing in them is taken for markup. */
function withoutSpans(text: string, spans: readonly Token[]): string {
  let prose = '';
  let end = 0;
  for (const span of spans) {
    prose += text.slice(end, span.from) + '\ufffc'.repeat(span.to - span.from);
    end = span.to;
  }
  return prose + text.slice(end);
}
