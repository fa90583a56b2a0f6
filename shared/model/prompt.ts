import { z } from 'zod';
import { Id } from './ids.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { exactText } from './text.ts';

export const PromptTitle = z
  .string()
  .trim()
  .min(1, messages.promptTitleRequired)
  .max(limits.promptTitleLength, messages.promptTitleTooLong)
  .refine((title) => title.isWellFormed());

export const PromptContent = exactText(limits.contentMaxBytes);
/** A JSON text with a list of notes, or the plain text of an old client. */
export const PromptNotes = exactText(limits.notesMaxBytes);

export const Prompt = z.looseObject({
  id: Id,
  projectId: Id,
  title: z.string(),
  content: z.string(),
  notes: z.string(),
  createdAt: z.iso.datetime(),
  /** The highest version number ever given here: numbers are never used again after a deletion. */
  lastVersion: z.int().nonnegative(),
});
export type Prompt = z.infer<typeof Prompt>;
