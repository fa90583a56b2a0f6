/** Puts the pieces of another tool's template together as a text of this app. */
import { message } from '#shared/language/message.ts';
import { findMarks } from '#shared/templates/marks.ts';
import type { Reason } from '../../files.ts';
import { listed } from '../parts/listed.ts';

export type ReadTemplate = {
  readonly text: string;
  /** Are no part of what a model gets. */
  readonly comments: readonly string[];
  readonly remarks: readonly Reason[];
};

/** `foreign`: code that has no equal here; `raw`: what the tool writes as it is, also where it looks like a variable. */
export type TemplatePiece =
  | { readonly kind: 'literal' | 'raw' | 'foreign' | 'comment'; readonly text: string }
  | {
      readonly kind: 'variable';
      readonly name: string;
      /** As this app writes it. */
      readonly text: string;
    };

type Place = { readonly start: number; readonly end: number };

/** A variable is `{{name}}`, unless a brace stands beside it: three would be text. */
export function readTemplate(pieces: readonly TemplatePiece[]): ReadTemplate {
  const comments: string[] = [];
  const foreign: string[] = [];
  const variables = new Set<number>();
  const raw: Place[] = [];
  const shown = pieces.filter(({ kind }) => kind !== 'comment');
  // Together at the end: to look at a text that grows piece by piece would copy it each time.
  const parts: string[] = [];
  let length = 0;
  for (const piece of pieces) if (piece.kind === 'comment') comments.push(piece.text.trim());
  for (const [index, piece] of shown.entries()) {
    const part = piece.kind === 'variable' ? besideBraces(piece, shown, index) : piece.text;
    if (piece.kind === 'foreign') foreign.push(piece.text);
    if (piece.kind === 'raw') raw.push({ start: length, end: length + part.length });
    if (piece.kind === 'variable') variables.add(length);
    parts.push(part);
    length += part.length;
  }
  const text = parts.join('');
  const marks = findMarks(text).map(({ start }) => start);
  const found = marks.filter((start) => variables.has(start));
  const escaped = marks.filter((start) => !variables.has(start) && isWithin(raw, start));
  return {
    text: withBackslashes(text, escaped),
    comments: comments.filter((comment) => comment !== ''),
    remarks: remarksOf({ foreign, isEscaped: escaped.length > 0, isLost: found.length < variables.size }),
  };
}

function besideBraces(
  { name, text }: Extract<TemplatePiece, { kind: 'variable' }>,
  pieces: readonly TemplatePiece[],
  index: number,
): string {
  const isBraced =
    pieces[index - 1]?.text.endsWith('{') === true || pieces[index + 1]?.text.startsWith('}') === true;
  return isBraced ? `$${'{'}${name}}` : text;
}

/** The places are in their order. */
function isWithin(places: readonly Place[], at: number): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.end ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return (places[low]?.start ?? Number.POSITIVE_INFINITY) <= at;
}

function withBackslashes(text: string, starts: readonly number[]): string {
  const parts: string[] = [];
  let end = 0;
  for (const start of starts) {
    parts.push(text.slice(end, start), '\\');
    end = start;
  }
  return parts.join('') + text.slice(end);
}

function remarksOf(of: { foreign: readonly string[]; isEscaped: boolean; isLost: boolean }): Reason[] {
  const remarks: Reason[] = [];
  const examples = [...new Set(of.foreign.map((code) => code.replace(/\s+/g, ' ')))];
  if (examples.length > 0) {
    remarks.push({
      sentence: message('Code of a template that has no equal here stays as it is written: {examples}.'),
      values: { examples: listed(examples) },
    });
  }
  if (of.isEscaped) {
    remarks.push({ sentence: message('Braces that are not variables get a backslash before them.') });
  }
  if (of.isLost) {
    remarks.push({ sentence: message('A variable inside of code stays plain text in Promptory.') });
  }
  return remarks;
}

/** Returns a declaration with a default; null for a default that a line of a text cannot have. */
export function withDefault(name: string, value: string): string | null {
  if (/[\r\n\u2028\u2029]/.test(value) || value !== value.trim()) return null;
  return `{{${name} | default: ${value.replace(/[\\{}|,]/g, '\\$&')}}}`;
}

/** A part of a template between two marks, with the marks. */
export type Tag = { readonly open: string; readonly text: string; readonly start: number };

/**
 * Yields the tags of a template and, with an empty `open`, what stands between them. A tag that is never closed is text;
 * each close is looked for once, so that the work grows with the length alone.
 */
export function* tagsOf(
  template: string,
  { opens, closeOf }: { opens: RegExp; closeOf(open: string, at: number): string },
): Generator<Tag> {
  const missing = new Set<string>();
  const search = new RegExp(opens.source, 'g');
  let end = 0;
  for (let found = search.exec(template); found !== null; found = search.exec(template)) {
    const [open] = found;
    const close = closeOf(open, found.index);
    const at = missing.has(close) ? -1 : template.indexOf(close, found.index + open.length);
    if (at < 0) {
      missing.add(close);
      continue;
    }
    if (found.index > end) yield { open: '', text: template.slice(end, found.index), start: end };
    yield { open, text: template.slice(found.index, at + close.length), start: found.index };
    end = at + close.length;
    search.lastIndex = end;
  }
  if (end < template.length) yield { open: '', text: template.slice(end), start: end };
}

/** Cuts blanks off the literals beside what asks for it. */
export function trimmed(pieces: readonly TrimmedPiece[]): TemplatePiece[] {
  return pieces.map(({ piece }, index) => {
    if (piece.kind !== 'literal') return piece;
    const before = pieces[index - 1]?.trimsAfter === true;
    const after = pieces[index + 1]?.trimsBefore === true;
    const start = before ? piece.text.trimStart() : piece.text;
    return { ...piece, text: after ? start.trimEnd() : start };
  });
}

export type TrimmedPiece = {
  readonly piece: TemplatePiece;
  readonly trimsBefore?: boolean;
  readonly trimsAfter?: boolean;
};
