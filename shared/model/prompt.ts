import { z } from 'zod';
import { Id } from './ids.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { PromptAttributes } from './prompt-attributes.ts';
import { exactText, storableText } from './text.ts';

export const PromptTitle = storableText
  .trim()
  .min(1, messages.promptTitleRequired)
  .max(limits.promptTitleLength, messages.promptTitleTooLong);

export const PromptContent = exactText(limits.contentMaxBytes);
/** A JSON text with a list of notes, or the plain text of an old client. */
export const PromptNotes = exactText(limits.notesMaxBytes).refine(
  (notes) => !holdsEscapedNull(notes),
  messages.nullCharacter,
);

/** The text that a change was made upon, as it is stored: rows of earlier releases may hold a text that is refused today. */
export const TextBefore = z.string();

/** JSON has an escape for it, which is no U+0000 in the text itself. */
function holdsEscapedNull(notes: string): boolean {
  if (!notes.includes('\\u0000')) return false;
  let found = false;
  try {
    JSON.parse(notes, (_key, value) => {
      found ||= typeof value === 'string' && value.includes('\0');
      return value;
    });
  } catch {
    // The plain text of an old client.
  }
  return found;
}

export const Prompt = z.looseObject({
  id: Id,
  projectId: Id,
  title: z.string(),
  content: z.string(),
  notes: z.string(),
  createdAt: z.iso.datetime(),
  /** The highest version number ever given here: numbers are never used again after a deletion. */
  lastVersion: z.int().nonnegative(),
  /** Absent where it has none. */
  attributes: PromptAttributes.optional(),
});
export type Prompt = z.infer<typeof Prompt>;
