import type { ReadFrontMatter } from '../../front-matter.ts';
import { marker } from '../../tree/tree-files.ts';

/** Returns whether front matter is what this app writes before a prompt, whatever the file is called. */
export function isOwnPrompt(split: ReadFrontMatter): boolean {
  return split.kind === 'found' && split.fields[marker] === 'prompt';
}
