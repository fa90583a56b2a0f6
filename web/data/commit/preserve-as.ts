import type { PreservedText } from '#shared/mutations/preserved-text.ts';
import { conflictDescription } from '#shared/text/conflict-description.ts';
import type { Library } from '../database/library.ts';
import type { TextAuthor } from '../database/text-author.ts';

/** The version that keeps another's full text where a merge chose this person's words. */
export function preserveAs(library: Library, author: TextAuthor): PreservedText {
  const at = new Date(author === null ? library.deps.now() : author.at);
  // What is written without the app, by its API, names no device.
  const from = author === null ? 'another tab' : author.device || 'another program';
  return { id: library.newId(), description: conflictDescription({ from, at }), conflict: 'unreviewed' };
}
