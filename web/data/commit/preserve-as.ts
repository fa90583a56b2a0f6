import type { PreservedText } from '#shared/mutations/preserved-text.ts';
import { conflictDescription } from '#shared/text/conflict-description.ts';
import type { Library } from '../database/library.ts';
import type { TextAuthor } from '../database/text-author.ts';

/** The version that keeps another's full text where a merge chose this person's words. */
export function preserveAs(library: Library, author: TextAuthor | 'anotherTab'): PreservedText {
  const isDated = author !== null && author !== 'anotherTab';
  const at = new Date(isDated ? author.at : library.deps.now());
  return {
    id: library.newId(),
    description: conflictDescription({ from: nameOf(author), at }),
    conflict: 'unreviewed',
  };
}

function nameOf(author: TextAuthor | 'anotherTab'): string {
  if (author === 'anotherTab') return 'another tab';
  if (author === null) return 'another device';
  // What is written without the app, by its API, names no device.
  return author.device || 'another program';
}
