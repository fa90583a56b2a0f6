/** The record of a bulk change: what remains to be done, and whose change it is. */
import { z } from 'zod';

const Author = z.object({
  by: z.object({ client: z.string(), number: z.int() }).nullable(),
  device: z.string(),
  at: z.int(),
});

export const PendingBulk = z.object({
  bound: z.int(),
  author: Author,
  change: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('deleteContentsOf'), projectId: z.int(), openPrompt: z.int().nullable() }),
    z.object({ kind: z.literal('deleteVersionsOf'), promptId: z.int() }),
    z.object({ kind: z.literal('deleteListed'), versionIds: z.array(z.int()) }),
    z.object({ kind: z.literal('restoreVersionsOf'), promptId: z.int(), after: z.int() }),
  ]),
});
export type PendingBulk = z.infer<typeof PendingBulk>;
