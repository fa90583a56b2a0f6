import { z } from 'zod';

/** A note beside a prompt. Fields of newer clients pass through unread. */
export const Note = z.looseObject({
  /** A time as text, or "legacy" for what an old client wrote as plain text. */
  id: z.union([z.string(), z.number().transform(String)]),
  content: z.string(),
  /** ISO date; '' where nobody knows. */
  createdAt: z.string().default(''),
});
export type Note = z.infer<typeof Note>;

export const NoteList = z.array(Note);
export const legacyNoteId = 'legacy';
