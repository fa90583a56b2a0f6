/** Publishes what the loop met, so that all tabs show the same; see `loop-memory.ts`. */
import { retryAfter } from '#shared/sync/backoff.ts';
import type { LoopState } from '#shared/sync/status.ts';
import type { Library } from '../data/database/library.ts';
import { changeLoopState } from '../data/queries/queries.ts';
import type { FailureReason, RoundResult } from './round.ts';

/** The library may be closed under the loop's last words at sign-out: then there is nobody to tell. */
export async function saveLoopState(library: Library, change: Partial<LoopState>): Promise<void> {
  try {
    await changeLoopState(library, change);
  } catch (error) {
    if (!library.db.isOpen()) return;
    library.storage.report(false);
    console.error('The state of sync could not be written.', error);
  }
}

/** Returns the state of sync after a round. `retryMs`: when the next one starts by itself; null: none does. */
export function stateAfter(
  result: RoundResult,
  { now, retryMs }: { now: number; retryMs: number | null },
): Partial<LoopState> {
  const at = new Date(now).toISOString();
  const nextTry = retryMs === null ? null : new Date(now + retryMs).toISOString();
  const ended: Partial<LoopState> = { working: false, moving: false, receiving: null, nextTry };
  const answered: Partial<LoopState> = { ...ended, connection: 'online', lastAnswer: at, notBefore: null };
  switch (result.kind) {
    case 'done':
      return { ...answered, paused: null, lastSuccess: at };
    case 'again': {
      const pause = result.afterMs === null ? null : new Date(now + result.afterMs).toISOString();
      return afterFailure(result.reason, { ended, answered, pause });
    }
    case 'signIn':
      return { ...answered, paused: 'auth' };
    case 'asks':
      return { ...answered, paused: result.reason };
    case 'updateNeeded':
      return { ...answered, paused: 'update' };
  }
}

function afterFailure(
  reason: FailureReason,
  {
    ended,
    answered,
    pause,
  }: { ended: Partial<LoopState>; answered: Partial<LoopState>; pause: string | null },
): Partial<LoopState> {
  switch (reason) {
    case 'network':
      return { ...ended, connection: 'offline' };
    case 'foreign':
      return { ...ended, connection: 'foreign' };
    case 'rate':
      return { ...ended, connection: 'rate', notBefore: pause };
    case 'server':
      return { ...answered, connection: 'failing' };
    case 'full':
      return { ...answered, connection: 'full', notBefore: pause };
    case 'link':
    case 'busy':
      return answered;
    case 'device':
      // Nothing is known of the server that was not known before.
      return ended;
    case 'internal':
      return { ...ended, connection: 'internal' };
  }
}

/** How long the server still wants to be left alone. A pause longer than any it names is one of a clock set back. */
export function pauseLeft({ notBefore }: Pick<LoopState, 'notBefore'>, now: number): number {
  if (notBefore === null) return 0;
  const left = Date.parse(notBefore) - now;
  return left > retryAfter.longestMs ? 0 : Math.max(0, left);
}
