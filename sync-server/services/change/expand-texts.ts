/**
 * Puts whole texts in place of those that were pushed as patches (`shared/sync/text-patch.ts`).
 *
 * 1. Before anything of the push is done, upon the texts as they are stored, or as an earlier patch of the push makes
 *    them. If one cannot be expanded, nothing of the push is done, and the client sends whole texts.
 * 2. From here on nothing tells an expanded text from one that was sent: neither the schema of the mutation nor the hash
 *    of the request under its key.
 * 3. Bounded: what the texts and their bases hold in all is no more than a push may hold without patches.
 * Before: `routes/sync/sync.ts`. After: `commit-mutation.ts`.
 */
import { createHash } from 'node:crypto';
import type { RowRef } from '#shared/kinds/row.ts';
import { limits } from '#shared/model/limits.ts';
import { applySplices, patchableRow } from '#shared/sync/text-patch.ts';
import { TextPatch } from '#shared/sync/wire.ts';
import type { LibraryStorage } from '../../storage/ports/library-port.ts';
import type { MutationRequest } from './mutation-request.ts';

/** Returns the requests with whole texts; null if a base is not here or a result is another than the patch names. */
export type ExpandTexts = (
  userId: number,
  requests: readonly MutationRequest[],
) => Promise<readonly MutationRequest[] | null>;

export function createExpandTexts(storage: Pick<LibraryStorage, 'gather'>): ExpandTexts {
  return async (userId, requests) => {
    if (!requests.some((request) => patchIn(request) !== null)) return requests;
    const texts = new Map<string, string>();
    const expanded: MutationRequest[] = [];
    let left = limits.pushBodyBytes;
    for (const request of requests) {
      const found = patchIn(request);
      if (found === null) {
        expanded.push(request);
        continue;
      }
      const { patch, ref, body } = found;
      const base = texts.get(patch.base) ?? (await storedText(storage, userId, ref));
      left -= base?.length ?? 0;
      const text = base === undefined || left < 0 ? null : textOf(base, patch);
      left -= text?.length ?? 0;
      if (text === null || left < 0) return null;
      texts.set(patch.hash, text);
      expanded.push({ ...request, body: { ...body, content: text } });
    }
    return expanded;
  };
}

type FoundPatch = { patch: TextPatch; ref: RowRef; body: object };

function patchIn({ method, path, body }: MutationRequest): FoundPatch | null {
  if (typeof body !== 'object' || body === null || !('content' in body)) return null;
  if (typeof body.content !== 'object') return null;
  const ref = patchableRow({ method, path });
  const patch = TextPatch.safeParse(body.content);
  // A body that is neither a text nor a patch is refused by the schema of the mutation.
  return ref === null || !patch.success ? null : { patch: patch.data, ref, body };
}

async function storedText(
  storage: Pick<LibraryStorage, 'gather'>,
  userId: number,
  ref: RowRef,
): Promise<string | undefined> {
  const touches = [{ kind: 'row', ref } as const];
  const { rows } = await storage.gather(userId, {
    parts: [{ key: null, touches, bulk: null, inspected: 0 }],
  });
  const stored = rows.at(ref);
  return stored?.type === 'prompt' || stored?.type === 'version' ? stored.row.content : undefined;
}

/** A repeated push finds the result in place of its base. */
function textOf(stored: string, { base, hash, splices }: TextPatch): string | null {
  const found = sha256(stored);
  if (found === hash) return stored;
  if (found !== base) return null;
  const text = applySplices(stored, splices, limits.contentMaxBytes);
  return text?.isWellFormed() && sha256(text) === hash ? text : null;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
