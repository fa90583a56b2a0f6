/** Reads everything that a round of sync starts from, in one transaction. */
import type { LoopState } from '#shared/sync/status.ts';
import type { Library } from '../database/library.ts';
import { readStoredLoop, takeStored } from '../database/loop-memory.ts';
import type { Batch } from '../database/started-commit.ts';
import { type PullPlace, placeOf, readStoredPlace } from '../feed/pull-place.ts';
import { hasSendable } from '../outbox/outbox-counts.ts';
import { type UnfinishedTakeOver, unfinishedTakeOver } from './take-over-plan.ts';

export type RoundStart = {
  loop: LoopState;
  takeOver: UnfinishedTakeOver | null;
  /** False where no push can carry anything. */
  hasSendable: boolean;
  /** The place at which the pull continues; null if other tables decide that. */
  place: PullPlace | null;
  /** The batch of a commit that stored its entry as sent; nothing else is pending then. */
  batch?: Batch;
};

export function readRoundStart(library: Library): Promise<RoundStart> {
  const { db } = library;
  return db.transaction('r', db.meta, db.outbox, async () => {
    const [loop, takeOver, sendable, stored] = await Promise.all([
      readStoredLoop(db),
      unfinishedTakeOver(library),
      hasSendable(library),
      readStoredPlace(library),
    ]);
    return { loop: takeStored(library.loop, loop), takeOver, hasSendable: sendable, place: placeOf(stored) };
  });
}
