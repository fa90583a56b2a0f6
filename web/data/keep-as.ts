import type { KeptText } from '#shared/mutations/kept-text.ts';
import type { Library } from './library.ts';

/** Whose text it is: a device and its server's time; null for another tab of this device. */
export type TextAuthor = { device: string; at: string } | null;

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
