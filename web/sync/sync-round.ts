/**
 * One round: say what is new here, then hear what is new there. The whole of sync, top to bottom.
 *
 *   push what waits -> settle the answers ... until nothing is left to send, or a push fails
 *   ask for changes -> apply each page ...    until the feed has no more
 *   again, where the pull gave the outbox new words to send (a merge), or showed that a smaller push may pass
 *
 * 1. Only one tab runs a round at a time (the caller holds the lock).
 * 2. A failed push never keeps this device from hearing: the pull shows whether the server is there.
 * Parts: `push-outbox.ts`, `pull-changes.ts`; between rounds: `start-sync.ts`.
 */
import { pullChanges } from './pull-changes.ts';
import { pushOutbox } from './push-outbox.ts';
import type { RoundDeps, RoundResult } from './round.ts';

/** A merge makes new words to send, which may meet newer ones; more turns than this wait for the next round. */
const turns = 8;

export async function syncRound(deps: RoundDeps): Promise<RoundResult> {
  let hasProgressed = false;
  let hasFailed = false;
  const ended = (result: RoundResult): RoundResult =>
    result.kind === 'again' && hasProgressed ? { ...result, hasProgressed } : result;
  for (let turn = 0; turn < turns; turn += 1) {
    const { settled, ...pushed } = await pushOutbox(deps);
    hasProgressed ||= settled;
    if (!mayPullAfter(pushed)) return ended(pushed);
    const isBroken = pushed.kind === 'again' && pushed.reason === 'network';
    if (isBroken && hasFailed && !settled) return ended({ ...pushed, reason: 'link' });
    const { applied, ...pulled } = await pullChanges(deps);
    hasProgressed ||= applied;
    if (pulled.kind !== 'done') return ended(pulled);
    if (pushed.kind === 'again' && !isBroken) return ended(pushed);
    if (pushed.kind === 'done' && !pulled.moreToSay) return { kind: 'done' };
    hasFailed = isBroken;
  }
  return ended({ kind: 'again', afterMs: 0, reason: hasFailed ? 'link' : 'busy' });
}

/** Unless a person has to look first, or the server asked to be left alone for a while. */
function mayPullAfter(pushed: RoundResult): boolean {
  if (pushed.kind === 'again') return pushed.reason === 'network' || pushed.reason === 'server';
  return pushed.kind === 'done';
}
