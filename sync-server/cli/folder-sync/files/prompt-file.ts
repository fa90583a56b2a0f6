/** Reads and writes a prompt's file: YAML front matter with the id and the exact title, then the text to the byte. */
import { z } from 'zod';
import { withoutMark } from '#shared/library-files/bytes.ts';
import { readFrontMatter, writeFrontMatter } from '#shared/library-files/front-matter.ts';
import { baseOf, stemOf } from '#shared/library-files/paths.ts';
import { marker } from '#shared/library-files/tree/tree-files.ts';
import { Id } from '#shared/model/ids.ts';

/** `before`: what stands before the text, as it is. */
export type PromptFile = { id: number | null; title: string | null; text: string; before: string };

export type ReadPromptFile =
  | ({ kind: 'prompt' } & PromptFile)
  /** A file of an exported folder that is no prompt, like a version, or one that is left alone. */
  | { kind: 'other' }
  | { kind: 'refused'; sentence: string };

const Head = z.object({ id: Id.nullish(), title: z.string().nullish(), text: z.string().optional() });

export function readPromptFile(path: string, content: string): ReadPromptFile {
  const plain = { kind: 'prompt', id: null, title: null, text: withoutMark(content), before: '' } as const;
  const read = readFrontMatter(content);
  const isReadme = /^readme\.md$/i.test(baseOf(path));
  if (read.kind === 'refused') {
    if (/^promptory:/m.test(content)) return { kind: 'refused', sentence: 'Its front matter is no YAML.' };
    return isReadme ? { kind: 'other' } : plain;
  }
  if (read.kind === 'none' || read.fields[marker] === undefined) return isReadme ? { kind: 'other' } : plain;
  if (read.fields[marker] !== 'prompt') return { kind: 'other' };
  const head = Head.safeParse(read.fields);
  if (!head.success) return { kind: 'refused', sentence: 'Its id or title is not what it should be.' };
  const { id, title, text } = head.data;
  const before = content.slice(0, content.length - read.body.length);
  return { kind: 'prompt', id: id ?? null, title: title ?? null, text: text ?? read.body, before };
}

/** Returns the file with this id, title and text; what else stands in the front matter stays. */
export function writePromptFile(
  wanted: { id: number; title: string; text: string },
  before: PromptFile | null,
): string {
  const { id, title, text } = wanted;
  const read = before === null ? null : readFrontMatter(before.before);
  const { text: _text, ...fields } = read?.kind === 'found' ? read.fields : {};
  const hasText = read?.kind === 'found' && 'text' in read.fields;
  if (before !== null && before.id === id && before.title === title && !hasText) return before.before + text;
  return writeFrontMatter({ [marker]: 'prompt', ...fields, id, title }, text);
}

/** Returns the title that a file's name stands for; `~` with the id is no part of it. */
export function titleOfPath(path: string, id: number | null): string {
  const stem = stemOf(path).normalize('NFC');
  const end = id === null ? '' : `~${id.toString(36)}`;
  return end !== '' && stem.endsWith(end) ? stem.slice(0, -end.length) : stem;
}
