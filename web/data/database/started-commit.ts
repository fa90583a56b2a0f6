/**
 * A commit that is under way, for the loop: it takes its lock while the disk writes, and the push leaves with the end of
 * the transaction.
 *
 * 1. The loop sets `isAwaited` once it holds the lock. A commit that finds it set, and nothing else in the outbox,
 *    stores its entry as sent and gives its batch here: the entry needs no second transaction.
 * 2. The batch counts only when `ended` has resolved to true: the entry is on the disk by then.
 */
import type { PushMutation } from '#shared/sync/wire.ts';

/** `positions`: of its mutations in the outbox. `bytes`: of them as JSON, about. */
export type Batch = {
  mutations: PushMutation[];
  /** For each mutation the text that its own was made from, if that is known. */
  bases: (string | undefined)[];
  positions: number[];
  acknowledged: number;
  bytes: number;
  /** True if nothing else was left to be sent when the batch was taken. */
  isLast: boolean;
  /** When the oldest of these changes was made, in milliseconds of this device's clock. */
  oldestAt: number;
  /** The furthest place that the server named, and the account that it sends to: read with the batch. */
  known: { epoch: string; seq: number } | undefined;
  account: number;
};

export type StartedCommit = {
  isAwaited: boolean;
  batch: Batch | null;
  /** Resolves to whether anything was committed; never rejects. */
  ended: Promise<boolean>;
};
