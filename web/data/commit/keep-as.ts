import type { KeptText } from '#shared/mutations/kept-text.ts';
import type { Library } from '../database/library.ts';
import type { TextAuthor } from '../database/text-author.ts';

/** The version that keeps another's full text where a merge chose this person's words. */
export function keepAs(library: Library, author: TextAuthor): KeptText {
  const at = new Date(author === null ? library.deps.now() : author.at);
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' }).format(at);
  return {
    id: library.newId(),
    description: `Conflicting edit from ${author?.device || 'another tab'}, ${time}`,
    conflict: 'unreviewed',
  };
}
