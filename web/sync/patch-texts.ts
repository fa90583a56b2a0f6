/** Sends the texts of a batch as patches upon the texts that they were made from, where that is much shorter. */
import { patchableRow, splicesBetween } from '#shared/sync/text-patch.ts';
import type { PushMutation, TextPatch } from '#shared/sync/wire.ts';
import type { Batch } from '../data/database/started-commit.ts';
import { sha256OfText } from '../data/resources/sha256.ts';

/** A shorter text is sent as it is, in UTF-16 units. */
export const patchedFrom = 4096;

export type PatchedBatch = { mutations: PushMutation[]; isPatched: boolean };

/** `from`: the length from which on a text is worth a patch. */
export async function patchTexts({ mutations, bases }: Batch, from: number): Promise<PatchedBatch> {
  const sent = await Promise.all(mutations.map((mutation, index) => patched(mutation, bases[index], from)));
  return { mutations: sent, isPatched: sent.some((mutation, index) => mutation !== mutations[index]) };
}

async function patched(
  mutation: PushMutation,
  base: string | undefined,
  from: number,
): Promise<PushMutation> {
  const { body } = mutation;
  if (base === undefined || typeof body !== 'object' || body === null || !('content' in body))
    return mutation;
  const { content } = body;
  if (typeof content !== 'string' || content.length < from || patchableRow(mutation) === null)
    return mutation;
  const splices = splicesBetween(base, content);
  const inserted = splices.reduce((sum, [, , text]) => sum + text.length, 0);
  if (inserted * 2 > content.length) return mutation;
  const patch: TextPatch = { base: await sha256OfText(base), hash: await sha256OfText(content), splices };
  return { ...mutation, body: { ...body, content: patch } };
}
