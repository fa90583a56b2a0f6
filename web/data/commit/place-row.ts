import { type Placed, placedBetween } from '#shared/text/order/own-order.ts';
import type { Library } from '../database/library.ts';
import { commitInside, inOneWrite } from './commit.ts';
import type { CommitOutcome } from './commit-outcome.ts';

/** `rows`: those of its place in their own order, without it; it goes before the one at `at`. */
export type Place = { readonly rows: readonly Placed[]; readonly at: number };

/** Moves a project within the person's own order. */
export function placeProject(library: Library, id: number, place: Place): Promise<CommitOutcome> {
  return inOneWrite(library, async () => {
    for (const each of written(library, id, place)) {
      const outcome = await commitInside(library, 'moveProject', each);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  });
}

/** Moves a prompt within the person's own order, and to this project where it is in another one; `place`: null: to its place by creation. */
export function placePrompt(
  library: Library,
  { id, projectId }: { readonly id: number; readonly projectId: number },
  place: Place | null,
): Promise<CommitOutcome> {
  return inOneWrite(library, async () => {
    const moved = await commitInside(library, 'movePrompt', { id, projectId });
    if (!moved.ok || place === null) return moved;
    for (const each of written(library, id, place)) {
      const outcome = await commitInside(library, 'setAttributes', each);
      if (!outcome.ok) return outcome;
    }
    return { ok: true };
  });
}

function written({ deps }: Library, id: number, { rows, at }: Place) {
  return placedBetween(id, { rows, at, now: deps.now() });
}
