import type { PreservedText } from '#shared/mutations/preserved-text.ts';
import type { Library } from '../database/library.ts';
import type { TextAuthor } from '../database/text-author.ts';

/** The version that keeps another's full text where a merge chose this person's words. */
export function preserveAs(library: Library, author: TextAuthor): PreservedText {
  const at = new Date(author === null ? library.deps.now() : author.at);
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return {
    id: library.newId(),
    description: `Conflicting edit from ${author?.device || 'another tab'}, ${time}`,
    conflict: 'unreviewed',
  };
}
