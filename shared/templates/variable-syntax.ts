import { nextBrace, splitUnescaped } from './escapes.ts';

/** The input in which a person gives a variable its value. Every type takes any text: it only chooses the input. */
export type Field =
  | { readonly type: 'text' | 'textarea' | 'number' | 'date'; readonly default: string | null }
  | { readonly type: 'select'; readonly options: readonly string[]; readonly default: string | null };

/** `field` is null where the place declares neither a type nor a default. */
export type VariableSyntax = { readonly end: number; readonly name: string; readonly field: Field | null };

const nameLength = 100;
const spacedName = /^[\p{L}_][\p{L}\p{M}\p{N}_. \t-]*$/u;
const strictName = /[\p{L}_][\p{L}\p{M}\p{N}_-]*/uy;
/** A brace directly after one of these is code or a formula: `a{b}` of CSS, `x_{i}` and `\sqrt[3]{x}` of LaTeX. */
const ofCode = /[A-Za-z0-9_^)\]]/;
const shellOperator = /^[-=?+]/;

/** Reads `{name}` at a place of a line; `joined` says that a variable ends just there. */
export function singleAt(line: string, at: number, joined: boolean): VariableSyntax | null {
  const before = line[at - 1] ?? '';
  if (!joined && (before === '}' || ofCode.test(before))) return null;
  strictName.lastIndex = at + 1;
  const name = strictName.exec(line)?.[0];
  if (name === undefined || name.length > nameLength) return null;
  const close = at + 1 + name.length;
  return line[close] === '}' ? { end: close + 1, name: name.normalize('NFC'), field: null } : null;
}

/** Reads `{{name}}` or `{{name | select: a, b | default: a}}` at a place of a line. */
export function doubleAt(line: string, at: number): VariableSyntax | null {
  const close = nextBrace(line, at + 2);
  if (close < 0 || line[close] !== '}' || line[close + 1] !== '}') return null;
  const [first = '', ...rest] = splitUnescaped(line.slice(at + 2, close), '|');
  const name = spacedNameOf(first);
  const field = fieldOf(rest);
  return name === null || field === undefined ? null : { end: close + 2, name, field };
}

/** Reads `${name}` or `${name:default}` whose brace is at a place of a line. */
export function dollarAt(line: string, at: number): VariableSyntax | null {
  const close = nextBrace(line, at + 1);
  if (close < 0 || line[close] !== '}') return null;
  const content = line.slice(at + 1, close);
  const colon = content.indexOf(':');
  const name = spacedNameOf(colon < 0 ? content : content.slice(0, colon));
  if (name === null) return null;
  if (colon < 0) return { end: close + 1, name, field: null };
  const value = content.slice(colon + 1);
  if (shellOperator.test(value)) return null;
  return { end: close + 1, name, field: { type: 'text', default: plain(value) } };
}

function spacedNameOf(source: string): string | null {
  const name = source.trim();
  if (name.length > nameLength || !spacedName.test(name)) return null;
  return normalName(name);
}

/** Returns the name of a variable as a text has it: composed, with single spaces and none around it. */
export function normalName(name: string): string {
  return name
    .trim()
    .replace(/[ \t]+/g, ' ')
    .normalize('NFC');
}

/** Returns undefined where a part is not of this language: a filter of Jinja or Liquid stays what it is. */
function fieldOf(parts: readonly string[]): Field | null | undefined {
  let type: Field['type'] | null = null;
  let options: string[] = [];
  let value: string | null = null;
  for (const part of parts) {
    const colon = part.indexOf(':');
    const word = (colon < 0 ? part : part.slice(0, colon)).trim().toLowerCase();
    const after = colon < 0 ? null : part.slice(colon + 1);
    if (word === 'default' && after !== null && value === null) value = plain(after);
    else if (type !== null) return undefined;
    else if (word === 'select' && after !== null) {
      type = 'select';
      options = splitUnescaped(after, ',')
        .map(plain)
        .filter((option) => option !== '');
      if (options.length === 0) return undefined;
    } else if (after === null) {
      type = plainTypes.get(word) ?? null;
      if (type === null) return undefined;
    } else return undefined;
  }
  if (type !== 'select')
    return type === null && value === null ? null : { type: type ?? 'text', default: value };
  const all = new Set(value === null ? options : [...options, value]);
  return { type, options: [...all], default: value };
}

const plainTypes = new Map<string, Exclude<Field['type'], 'select'>>([
  ['text', 'text'],
  ['textarea', 'textarea'],
  ['text area', 'textarea'],
  ['number', 'number'],
  ['date', 'date'],
]);

/** A backslash before anything else stays: a default may be the path of a file. */
function plain(source: string): string {
  return source.trim().replace(/\\([\\{}|,])/g, '$1');
}
