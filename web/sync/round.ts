/** Declares the dependencies of a round of sync, and its results. */
import type { Answer, RequestOutcome } from '#shared/sync/classify-answer.ts';
import { clientHeader, userHeader } from '#shared/sync/wire.ts';
import { accountOf } from '../data/database/account.ts';
import type { Library } from '../data/database/library.ts';
import type { ApiRequest } from '../platform/api-client.ts';
import type { FeedMemory } from './feed-memory.ts';
import type { Link } from './link.ts';

export type RoundDeps = {
  library: Library;
  send(request: ApiRequest): Promise<Answer>;
  now(): number;
  /** The name of this device; shown beside a conflicting edit. */
  device: string;
  /** Lives as long as the loop does: each round goes on with what the ones before it measured. */
  link: Link;
  /** Also as long as the loop; without it nothing is requested early. */
  feed?: FeedMemory;
  /** The length from which on a text is sent as a patch; tests have shorter texts. */
  patchedFrom?: number;
  /** Called when something got through: the rows of a pull of several pages, null of anything else. */
  onProgress?(receiving: { received: number; of: number } | null): Promise<void>;
  /** A person has approved what the server removes. */
  allowRemovals?: boolean;
  /** A person asked for this round: what is to be tried later is tried now. */
  isHurried?: boolean;
};

/**
 * `foreign`: something on the way answers in its place. `link`: the server answers, and what was sent to it broke off. `full`: its disk is. `busy`: others write faster than this device can
 * merge. `device`: its own database did not give or take. `internal`: an exception of this
 * app's code.
 */
export type FailureReason =
  | 'network'
  | 'foreign'
  | 'server'
  | 'rate'
  | 'full'
  | 'link'
  | 'busy'
  | 'device'
  | 'internal';

export type RoundResult =
  /** `retryMs`: an entry that the server fails on is tried again after so long; all else is done. */
  | { kind: 'done'; retryMs?: number }
  /** `hasProgressed`: something was acknowledged or received before it failed. */
  | { kind: 'again'; afterMs: number | null; reason: FailureReason; hasProgressed?: true }
  | { kind: 'signIn' }
  | { kind: 'asks'; reason: 'reset' | 'removals' }
  | { kind: 'updateNeeded' };

export type RoundFailure = Exclude<RoundResult, { kind: 'done' }>;

/** Returns the headers by which the server refuses another person's session. */
export async function headersOf(library: Library): Promise<Record<string, string>> {
  return headersFor(library, await accountOf(library));
}

export function headersFor({ client }: Library, account: number): Record<string, string> {
  return { [userHeader]: String(account), [clientHeader]: client };
}

export function failed(outcome: Exclude<RequestOutcome, { kind: 'answered' }>): RoundFailure {
  switch (outcome.kind) {
    case 'again':
      return outcome;
    case 'signIn':
      return { kind: 'signIn' };
    case 'reset':
      return { kind: 'asks', reason: 'reset' };
    case 'updateNeeded':
      return { kind: 'updateNeeded' };
    case 'refused':
      return { kind: 'again', afterMs: null, reason: 'server' };
  }
}
