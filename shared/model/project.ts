import { z } from 'zod';
import { Id } from './ids.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';
import { storableText } from './text.ts';

export const ProjectName = storableText
  .trim()
  .min(1, messages.projectNameRequired)
  .max(limits.projectNameLength, messages.projectNameTooLong);

/** `color` stays a plain string: an unknown one that is already stored is kept and shows gray. */
export const Project = z.looseObject({
  id: Id,
  name: z.string(),
  color: z.string(),
  createdAt: z.iso.datetime(),
  /** Its place in the person's own order; absent where it stands at its creation. */
  position: z.string().optional(),
});
export type Project = z.infer<typeof Project>;
