import { z } from 'zod';
import { Id } from './ids.ts';
import { limits } from './limits.ts';
import { PromptSettings } from './prompt-settings.ts';
import { exactText } from './text.ts';

export const VersionDescription = exactText(4 * limits.descriptionLength).pipe(
  z.string().max(limits.descriptionLength),
);

/** Whether this version keeps the other side of a conflict, and whether a person has looked at it. */
export const ConflictMark = z.enum(['unreviewed', 'reviewed']);
export type ConflictMark = z.infer<typeof ConflictMark>;

export const Version = z.looseObject({
  id: Id,
  promptId: Id,
  version: z.int().positive(),
  content: z.string(),
  description: z.string(),
  createdAt: z.iso.datetime(),
  /** The text before the first edit of this version; null while it was never edited. */
  original: z.string().nullable(),
  conflict: ConflictMark.nullable(),
  /** The settings that it was saved with; absent: none. */
  settings: PromptSettings.optional(),
});
export type Version = z.infer<typeof Version>;
