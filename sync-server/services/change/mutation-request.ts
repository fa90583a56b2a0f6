/** One change as it was asked for, and as it is answered, whichever route it came by. */
import { z } from 'zod';
import type { ChangedBy } from '#shared/kinds/row.ts';
import type { ApiMethod } from '#shared/mutations/mutation.ts';

export type MutationRequest = {
  method: ApiMethod;
  path: string;
  body: unknown;
  /** Null: a plain request, which is simply done each time that it comes. */
  key: ChangedBy | null;
  ifMatch: number | 'previous' | undefined;
  /** The only project whose rows its sender may change; null: all of them. */
  onlyProject: number | null;
};

/** `rev`: of the row that the request is about, where it exists. `revs`: of every row that was written. */
export const MutationAnswer = z.object({
  status: z.int(),
  seq: z.int().optional(),
  rev: z.int().optional(),
  revs: z.record(z.string(), z.int()).optional(),
  body: z.unknown().optional(),
});
export type MutationAnswer = z.infer<typeof MutationAnswer>;
