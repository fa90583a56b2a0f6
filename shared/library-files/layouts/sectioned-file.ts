/**
 * Reads and writes several prompts as sections of one file of plain Markdown, as AGENTS.md is one.
 *
 *   <!-- promptory: {"id":12,"title":"House rules"} -->
 *   the text, to the byte
 *   <!-- /promptory -->
 *
 * 1. What stands outside of sections is the file's own, and stays as it is.
 * 2. A text that holds the line that would end it gets another one, with a number.
 * 3. A file without sections is one prompt as a whole, until it was written as its section.
 */
import { withoutMark } from '../bytes.ts';
import type { LaidOutPrompt } from './headed-file.ts';
import { readMarker, writeMarker } from './prompt-marker.ts';

/** `raw`: all of the section, by which it is found when it is replaced. */
export type Section = LaidOutPrompt & { readonly raw: string };

export type SectionedFile = {
  readonly sections: readonly Section[];
  /** Sections that cannot be read, by their first lines, and the ids that can be read of them. */
  readonly broken: readonly { line: string; id: number | null; reason: 'marker' | 'end' }[];
};

const startLine = /^<!-- promptory: (.*) -->[ \t]*\r?$/gm;

const endLine = (end: string | undefined) => `<!-- /promptory${end === undefined ? '' : ` ${end}`} -->`;

export function readSections(content: string): SectionedFile {
  const sections: Section[] = [];
  const broken: { line: string; id: number | null; reason: 'marker' | 'end' }[] = [];
  let from = 0;
  for (const found of content.matchAll(startLine)) {
    // A line like it within a text is one of the text.
    if (found.index < from) continue;
    const [line, json = ''] = found;
    const marker = readMarker(json);
    const start = found.index + line.length + 1;
    const end = marker === null ? null : endAfter(content, start, endLine(marker.end));
    if (marker === null || end === null) {
      const reason = marker === null ? 'marker' : 'end';
      broken.push({ line: line.trimEnd(), id: marker?.id ?? null, reason });
      continue;
    }
    from = end.to;
    const text = content.slice(start, end.from).replace(line.endsWith('\r') ? /\r?\n$/ : /\n$/, '');
    const { id = null, title = null } = marker;
    sections.push({ id, title, text, raw: content.slice(found.index, end.to) });
  }
  const isWhole = sections.length === 0 && broken.length === 0 && content.trim() !== '';
  if (isWhole) sections.push({ id: null, title: null, text: withoutMark(content), raw: content });
  return { sections, broken };
}

/** Returns where the line that ends a section begins and ends, without its line feed. */
function endAfter(content: string, start: number, line: string): { from: number; to: number } | null {
  for (let at = content.indexOf(line, start); at >= 0; at = content.indexOf(line, at + 1)) {
    const to = at + line.length;
    const isLine =
      (at === start || content[at - 1] === '\n') && /^[ \t]*\r?(?:\n|$)/.test(content.slice(to, to + 80));
    if (isLine) return { from: at, to };
  }
  return null;
}

function written({ id, title, text }: { id: number; title: string; text: string }): string {
  const isFree = (end: string | undefined) => endAfter(`\n${text}`, 0, endLine(end)) === null;
  let end: string | undefined;
  for (let count = 2; !isFree(end); count += 1) end = String(count);
  const marker = writeMarker({ id, title, ...(end === undefined ? {} : { end }) });
  return `<!-- promptory: ${marker} -->\n${text}\n${endLine(end)}`;
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
  const at = content.indexOf(raw);
  if (at < 0) return null;
  return { content: content.slice(0, at) + section + content.slice(at + raw.length), raw: section };
}

/** Returns the file without the section and the empty line before it; null where the section is not there any more. */
export function withoutSection(content: string, raw: string): string | null {
  const at = content.indexOf(raw);
  if (at < 0) return null;
  const before = content.slice(0, at);
  const after = content.slice(at + raw.length).replace(/^[ \t]*\r?\n/, '');
  if (after === '') return before.replace(/(\r?\n)\r?\n$/, '$1');
  const isApart = before === '' || /\n\r?\n$/.test(before);
  return before + (isApart ? after.replace(/^\r?\n/, '') : after);
}
