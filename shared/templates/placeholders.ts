/**
 * Finds what people write for a value in other notations, so that it can be turned into a variable.
 *
 * 1. `[NAME]`, `<name>`, `%name%` and `{first name}`: whatever could be the name of a variable, and begins with a letter.
 * 2. Code, addresses and links are left alone; so are the tags of HTML and XML, checkboxes, headings in brackets,
 *    indices, and what a backslash stands before.
 * 3. It is better to miss a placeholder than to find one that is none: a person can type two braces.
 */
import { codeSpans, type Range } from './code-spans.ts';
import { type Fence, fenceAfter } from './fences.ts';
import { linesOf } from './lines.ts';

export const placeholderKinds = ['square', 'angle', 'percent', 'brace'] as const;
export type PlaceholderKind = (typeof placeholderKinds)[number];

/** `name`: that of the variable which it becomes. */
export type Placeholder = Range & { readonly kind: PlaceholderKind; readonly name: string };

const word = String.raw`[\p{L}_][\p{L}\p{M}\p{N}_-]*`;
/** As long as a name is, and no sentence. */
const words = String.raw`${word}(?: [\p{L}\p{M}\p{N}_-]+){0,4}`;

const notations: Readonly<Record<PlaceholderKind, RegExp>> = {
  // Neither a link, its reference or its definition, nor an index or an attribute of code.
  square: new RegExp(String.raw`(?<![\p{L}\p{N}_\])!#@$^\\[])\[(${words})\](?![\[(:\p{L}\p{N}_])`, 'gu'),
  angle: new RegExp(String.raw`(?<![\p{L}\p{N}_<\\])<(${words})>(?![>\p{L}\p{N}_])`, 'gu'),
  percent: new RegExp(String.raw`(?<![\p{L}\p{N}_%\\])%(${word})%(?![\p{L}\p{N}_%\\])`, 'gu'),
  brace: new RegExp(
    String.raw`(?<![\p{L}\p{N}_{}$#%^)\]\\])\{(${word}(?: [\p{L}\p{M}\p{N}_-]+){1,4})\}(?!\})`,
    'gu',
  ),
};

/** A longer line is data. */
const longestLine = 5_000;
const address = /(?:https?:\/\/|www\.|mailto:)\S+/giu;
/** Of a text that is longer, nobody looks through the places. */
export const mostPlaceholders = 500;

export function findPlaceholders(text: string): Placeholder[] {
  const found: Placeholder[] = [];
  const isNone = exclusions(text);
  let fence: Fence = '';
  for (const { start, end } of linesOf(text)) {
    const line = text.slice(start, end);
    const after = fenceAfter(line, fence);
    if (fence === '' && after === '' && line.length <= longestLine) {
      for (const place of placeholdersOf(line)) {
        if (isNone(place, line)) continue;
        found.push({ ...place, start: place.start + start, end: place.end + start });
        if (found.length === mostPlaceholders) return found;
      }
    }
    fence = after;
  }
  return found;
}

function placeholdersOf(line: string): Placeholder[] {
  const left = [...codeSpans(line), ...Array.from(line.matchAll(address), rangeOf)];
  return placeholderKinds
    .flatMap((kind) =>
      Array.from(line.matchAll(notations[kind]), (match) => ({
        kind,
        name: (match[1] ?? '').normalize('NFC'),
        ...rangeOf(match),
      })),
    )
    .filter(({ start, end }) => !left.some((span) => span.start < end && start < span.end))
    .sort((a, b) => a.start - b.start);
}

function rangeOf({ 0: found, index }: RegExpExecArray): Range {
  return { start: index, end: index + found.length };
}

const htmlTags = new Set(
  `a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption center cite code col
  colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure font footer form h1 h2
  h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter
  nav noscript object ol optgroup option output p param path picture pre progress q rp rt ruby s samp script search
  section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot th thead
  time title tr track u ul var video wbr`.split(/\s+/),
);

/** They stand in brackets for what they are. */
const plainWords = new Set([
  ...[
    'x',
    'sic',
    'optional',
    'required',
    'inst',
    'sys',
    'todo',
    'note',
    'like this',
    'etc',
    'yes',
    'no',
    'ok',
  ],
  ...[
    'warning',
    'info',
    'error',
    'debug',
    'tip',
    'important',
    'caution',
    'low',
    'medium',
    'high',
    'critical',
  ],
  ...['confirmed', 'simple', 'moderate', 'complex', 'minor', 'major'],
]);

/** Returns whether a place is no placeholder, as what else is in the text shows. */
function exclusions(text: string): (place: Placeholder, line: string) => boolean {
  const closed = new Set(
    Array.from(text.matchAll(/[<[]\/\s*([\p{L}\p{N}_:-]+)/gu), ([, name]) => folded(name)),
  );
  const defined = new Set(Array.from(text.matchAll(/^ {0,3}\[([^\]\n]+)\]:/gmu), ([, name]) => folded(name)));
  const explained = new Set(Array.from(text.matchAll(legend), ([, name]) => folded(name)));
  const isNamed = (name: string, ...sets: readonly ReadonlySet<string>[]) =>
    sets.some((names) => names.has(folded(name)));
  return ({ kind, name, start, end }, line) => {
    if (isNamed(name, plainWords, closed) || isSentence.test(name)) return true;
    const sides = sidesOf(line, { start, end });
    if (isPartOfCode(sides)) return true;
    if (kind === 'square') return isNamed(name, defined, explained) || isOfOutline(sides);
    return kind === 'angle' && isNamed(name, htmlTags);
  };
}

/** Of a long line only what stands near: to look at all of it for each place would take the square of its length. */
function sidesOf(line: string, { start, end }: Range): Sides {
  const before = line.slice(Math.max(0, start - nearUnits), start);
  return { before: start > nearUnits ? `…x${before}` : before, after: line.slice(end, end + nearUnits) };
}

const nearUnits = 80;

type Sides = { readonly before: string; readonly after: string };

/** A choice, a condition, or the number of a part. */
const isSentence = /^not |^(?:use|see|only)$| (?:or|if|not|and|as|after|\d+)(?: |$)/i;

/** At the beginning of a line, with its explanation behind it: wherever else it stands, it is that mark. */
const legend = new RegExp(String.raw`^[^\p{L}\p{N}[\]\n]*\[(${words})\][*_ ]*(?:[—–:=→]|- )`, 'gmu');

/** The headings, choices, checklists and forms for an answer that square brackets are written for besides. */
function isOfOutline({ before, after }: Sides): boolean {
  // It stands alone in its line, but for a bullet or a sign before it.
  if (/^[^\p{L}\p{N}[\]]*$/u.test(before) && /^[\s*_:]*$/.test(after)) return true;
  if (/^\s*[-*+]\s+\[[ xX]\]/.test(before)) return true;
  // Beside other brackets it is one choice of several, or a column of a form.
  if (/\][\s*_]*[/|]?[\s*_]*$/.test(before) || /^[\s*_]*[/|]?[\s*_]*\[/.test(after)) return true;
  // A list in YAML.
  return /^\s*[a-z_-]+:\s*$/.test(before) && after.trim() === '';
}

/** The argument of a call, or named as a part of code, as in "inside <answer> tags". */
function isPartOfCode({ before, after }: Sides): boolean {
  return (
    /\(["']$/.test(before) || /^[ `*]*(?:tag|element|block|section|attribute|annotation)s?\b/i.test(after)
  );
}

function folded(name = ''): string {
  return name.toLowerCase();
}

/** Returns the text with variables in the places, which are some of those that were found in it. */
export function withVariables(text: string, places: readonly Placeholder[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const place of places) {
    pieces.push(text.slice(end, place.start), `{{${place.name}}}`);
    end = place.end;
  }
  return pieces.join('') + text.slice(end);
}
