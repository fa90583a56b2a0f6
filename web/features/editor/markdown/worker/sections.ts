/**
 * Cuts a long text into sections that are parsed one after the other: the first one is shown while the next one is
 * parsed, and a hostile one takes nothing else with it.
 * 1. A text of one section's length is one section: most prompts are.
 * 2. A cut is at a blank line outside of fenced code, before a line that begins a block of its own.
 * 3. What links and footnotes refer to is given to every section that names it.
 */
import type { Role } from '#shared/templates/chat.ts';
import type { PartRange } from '#shared/templates/prompt-parts.ts';

/** UTF-16 units; parsing so many takes a few dozen milliseconds. */
export const sectionLength = 30_000;
/** Past so many, any blank line outside of fenced code will do. */
const patience = 2 * sectionLength;

export type Section = {
  readonly from: number;
  readonly to: number;
  /** The role whose message begins with it. */
  readonly role?: Role;
};

/** Returns the sections of a text; in a chat those of each message by itself, and one where a message is empty. */
export function sectionsOfParts(text: string, parts: readonly PartRange[]): Section[] {
  return parts.flatMap(({ role, start, end }) => {
    const sections = sectionsOf(text.slice(start, end));
    const own = sections.length > 0 || role === null ? sections : [{ from: 0, to: 0 }];
    return own.map(({ from, to }, place) => ({
      from: start + from,
      to: start + to,
      ...(place === 0 && role !== null ? { role } : {}),
    }));
  });
}

export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [];
  let from = 0;
  let fence = '';
  let isAfterBlank = false;
  for (let at = 0; at < text.length && text.length - from > sectionLength; ) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    const line = text.slice(at, Math.min(end, at + longestMark));
    const canCut = fence === '' && isAfterBlank && at - from >= sectionLength;
    if (canCut && (beginsBlock.test(line) || at - from >= patience)) {
      sections.push({ from, to: at });
      from = at;
    }
    fence = fenceAfter(line, fence);
    isAfterBlank = line.trim() === '' && end - at < longestMark;
    at = end;
  }
  if (from < text.length) sections.push({ from, to: text.length });
  return sections;
}

/** So many units of a line are enough to decide what it begins with. */
const longestMark = 200;
/** Neither blank, nor more of a list or of a quotation. */
const beginsBlock = /^(?![ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])\S/;
const openingFence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}(?![^\n]*`)|~{3,})/;

function fenceAfter(line: string, fence: string): string {
  if (fence === '') return openingFence.exec(line)?.[1] ?? '';
  const closing = line.replace(/^[ \t>]+/, '').trimEnd();
  const closes = closing.length >= fence.length && closing === fence.charAt(0).repeat(closing.length);
  return closes ? '' : fence;
}

/** Of a text with more definitions than so many, the first ones. */
const mostDefinitions = 2_000;
/** In one line, and nothing that would be shown as text where it is added: a footnote, or an address and a title. */
const definition =
  /^ {0,3}\[(\^[^[\]\s]{1,200}|[^[\]\n^][^[\]\n]{0,199})\]:[ \t]*(?:(?<=\[\^[^[\]\n]+\]:[ \t]*).{1,2000}|\S{1,2000}(?:[ \t]+(?:"[^"\n]{0,500}"|'[^'\n]{0,500}'|\([^()\n]{0,500}\)))?[ \t]*)$/gm;
const label = /\[([^[\]\n]{1,200})\]/g;

/** Returns what must be added to a section, so that its links and footnotes lead where they lead in the whole text. */
export function definitionsFor(text: string): (section: Section) => string {
  const known = new Map<string, { at: number; source: string }>();
  for (const found of text.matchAll(definition)) {
    if (known.size >= mostDefinitions) break;
    const name = nameOf(found[1]);
    if (!known.has(name)) known.set(name, { at: found.index, source: found[0] });
  }
  return ({ from, to }) => {
    const wanted = new Set<string>();
    if (known.size > 0) {
      for (const found of text.slice(from, to).matchAll(label)) {
        const name = nameOf(found[1]);
        const at = known.get(name)?.at;
        if (at !== undefined && (at < from || at >= to)) wanted.add(name);
      }
    }
    return Array.from(wanted, (name) => `\n\n${known.get(name)?.source ?? ''}`).join('');
  };
}

function nameOf(written: string | undefined): string {
  return (written ?? '').trim().toLowerCase();
}
