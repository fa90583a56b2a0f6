/**
 * Reads and writes several prompts as sections of one file of plain Markdown, as AGENTS.md is one.
 *
 *   <!-- promptory: {"id":12,"title":"House rules"} -->
 *   the text, to the byte
 *   <!-- /promptory -->
 *
 * 1. What stands outside of sections is the file's own, and stays as it is.
 * 2. A text that holds the line that would end it, or one that begins a section with that end, gets another end, with a
 *    number.
 * 3. A file without sections is one prompt as a whole, until it was written as its section.
 */
import { withoutMark } from '../bytes.ts';
import type { LaidOutPrompt } from './headed-file.ts';
import { type PromptMarker, readMarker, writeMarker } from './prompt-marker.ts';

/** `raw`: all of the section, by which it is found when it is replaced; `at`: where it begins. */
export type Section = LaidOutPrompt & { readonly raw: string; readonly at: number };

export type SectionedFile = {
  readonly sections: readonly Section[];
  /** Sections that cannot be read, by their first lines, and the ids that can be read of them. */
  readonly broken: readonly { line: string; id: number | null; reason: 'marker' | 'end' }[];
};

/** An editor may put a byte order mark before the first line of a file. */
const startLine = /(?<=^\uFEFF?|\n)<!-- promptory: (.*) -->[ \t]*\r?(?=\n|$)/g;
const anyEndLine = /(?<=^|\n)(<!-- \/promptory(?: (\d+))? -->)[ \t]*\r?(?=\n|$)/g;

const endLine = (end: string) => `<!-- /promptory${end === '' ? '' : ` ${end}`} -->`;

export function readSections(content: string): SectionedFile {
  const sections: Section[] = [];
  const broken: { line: string; id: number | null; reason: 'marker' | 'end' }[] = [];
  const ends = endsIn(content);
  let from = 0;
  for (const { at, line, marker, another } of startsIn(content)) {
    // A line like it within a text is one of the text.
    if (at < from) continue;
    const start = at + line.length + 1;
    const end = marker === null ? null : endAfter(ends.get(marker.end ?? ''), start);
    if (marker === null || end === null || another < end.from) {
      const reason = marker === null ? 'marker' : 'end';
      broken.push({ line: line.trimEnd(), id: marker?.id ?? null, reason });
      continue;
    }
    from = end.to;
    const text = content.slice(start, end.from).replace(line.endsWith('\r') ? /\r?\n$/ : /\n$/, '');
    const { id = null, title = null } = marker;
    sections.push({ id, title, text, raw: content.slice(at, end.to), at });
  }
  const isWhole = sections.length === 0 && broken.length === 0 && content.trim() !== '';
  if (isWhole) sections.push({ id: null, title: null, text: withoutMark(content), raw: content, at: 0 });
  return { sections, broken };
}

/** `another`: where the next section begins that ends with the same line. Before that line it shows that one is missing. */
type Start = {
  readonly at: number;
  readonly line: string;
  readonly marker: PromptMarker | null;
  readonly another: number;
};

function startsIn(text: string): Start[] {
  const next = new Map<string, number>();
  const found = Array.from(text.matchAll(startLine)).toReversed();
  const starts = found.map(({ index: at, 0: line, 1: json = '' }): Start => {
    const marker = readMarker(json);
    const another = marker === null ? undefined : next.get(marker.end ?? '');
    if (marker !== null) next.set(marker.end ?? '', at);
    return { at, line, marker, another: another ?? Number.POSITIVE_INFINITY };
  });
  return starts.reverse();
}

/** A line that ends a section, without its line feed. */
type End = { readonly from: number; readonly to: number };

/** Returns such lines by their numbers, the last ones first; '' for those without. */
function endsIn(text: string): Map<string, End[]> {
  const ends = new Map<string, End[]>();
  for (const { index, 1: line = '', 2: number = '' } of text.matchAll(anyEndLine)) {
    const places = ends.get(number) ?? [];
    ends.set(number, places);
    places.push({ from: index, to: index + line.length });
  }
  for (const places of ends.values()) places.reverse();
  return ends;
}

/** Takes those before `start` away: it is asked for one place after the other, so that all are looked at once. */
function endAfter(ends: End[] | undefined, start: number): End | null {
  while ((ends?.at(-1)?.from ?? start) < start) ends?.pop();
  return ends?.at(-1) ?? null;
}

function written({ id, title, text }: { id: number; title: string; text: string }): string {
  const begun = startsIn(text).flatMap(({ marker }) => (marker === null ? [] : [marker.end ?? '']));
  const taken = new Set([...endsIn(text).keys(), ...begun]);
  let end = '';
  for (let count = 2; taken.has(end); count += 1) end = String(count);
  const marker = writeMarker({ id, title, ...(end === '' ? {} : { end }) });
  return `<!-- promptory: ${marker} -->\n${text}\n${endLine(end)}`;
}

/** Returns where a section begins, and not where the text of another one quotes it; -1 where it is not there any more. */
function placeOf(content: string, raw: string): number {
  return readSections(content).sections.find((section) => section.raw === raw)?.at ?? -1;
}

/**
 * Returns the file with this prompt in place of the section `raw`, or after all others; null where the section is not
 * there any more.
 */
export function withSection(
  content: string,
  raw: string | null,
  wanted: { id: number; title: string; text: string },
): { content: string; raw: string } | null {
  const section = written(wanted);
  if (raw === null) {
    const isApart = content === '' || content.endsWith('\n\n');
    const between = isApart ? '' : content.endsWith('\n') ? '\n' : '\n\n';
    return { content: `${content}${between}${section}\n`, raw: section };
  }
  if (raw === content) return { content: `${section}\n`, raw: section };
  const at = placeOf(content, raw);
  if (at < 0) return null;
  return { content: content.slice(0, at) + section + content.slice(at + raw.length), raw: section };
}

/** Returns the file without the section and the empty line before it; null where the section is not there any more. */
export function withoutSection(content: string, raw: string): string | null {
  const at = placeOf(content, raw);
  if (at < 0) return null;
  const before = content.slice(0, at);
  const after = content.slice(at + raw.length).replace(/^[ \t]*\r?\n/, '');
  if (after === '') return before.replace(/(\r?\n)\r?\n$/, '$1');
  const isApart = before === '' || /\n\r?\n$/.test(before);
  return before + (isApart ? after.replace(/^\r?\n/, '') : after);
}
