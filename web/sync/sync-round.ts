/**
 * One round: say what is new here, then hear what is new there. The whole of sync, top to bottom.
 *
 *   push what waits -> settle the answers ... until nothing is left to send, or a push fails
 *   ask for changes -> apply each page ...    until the feed has no more
 *   again, where the pull gave the outbox new words to send (a merge), or showed that other pushes may pass
 *
 * 1. Only one tab runs a round at a time (the caller holds the lock).
 * 2. A failed push never keeps this device from hearing: the pull shows whether the server is there.
 * 3. Where a person decided whose library counts, and the tab was closed before that was done, it is done first:
 *    until then a pull would take rows for deleted that are still to be sent.
 * Parts: `push-outbox.ts`, `pull-changes.ts`; between rounds: `start-sync.ts`.
 */
import type { TroubleReason } from '#shared/sync/outbox.ts';
import { nextTroubled, noteFailedEntries } from '../data/outbox/outbox-store.ts';
import { type RoundStart, readRoundStart } from '../data/take-over/round-start.ts';
import { pullChanges } from './pull-changes.ts';
import { type Pushed, pushOutbox, type RoundMemory } from './push-outbox.ts';
import { rejoin } from './rejoin.ts';
import type { RoundDeps, RoundResult } from './round.ts';
import { serverWrites } from './server-writes.ts';

/** A merge makes new words to send, which may meet newer ones; more turns than this wait for the next round. */
const turns = 8;

/** `start`: what was read under the lock, immediately before. */
export async function syncRound(deps: RoundDeps, start?: RoundStart): Promise<RoundResult> {
  const read = start ?? (await readRoundStart(deps.library));
  if (read.takeOver !== null) {
    const ended = await rejoin(deps, read.takeOver.keep);
    if (ended.kind !== 'done') return ended;
  }
  const memory: RoundMemory = {
    failed: new Map(),
    hasAccepted: false,
    hasFailedWhole: false,
    isThere: false,
    mayHaveTroubled: true,
    sendsWholeTexts: false,
  };
  const result = await pushAndPull(deps, memory, read.takeOver === null ? read : undefined);
  if (result.kind === 'signIn' || result.kind === 'updateNeeded' || result.kind === 'asks') return result;
  return withFailedEntries(deps, memory, result);
}

/** `start`: nothing has changed here since it was read. */
async function pushAndPull(
  deps: RoundDeps,
  memory: RoundMemory,
  start: RoundStart | undefined,
): Promise<RoundResult> {
  let hasProgressed = false;
  let hasBroken = false;
  const ended = (result: RoundResult): RoundResult =>
    result.kind === 'again' && hasProgressed ? { ...result, hasProgressed } : result;
  for (let turn = 0; turn < turns; turn += 1) {
    const isNothingToPush = turn === 0 && start?.hasSendable === false;
    const { settled, ...pushed } = isNothingToPush
      ? nothingPushed(memory)
      : await pushOutbox(deps, memory, turn === 0 ? start?.batch : undefined);
    hasProgressed ||= settled;
    if (!mayPullAfter(pushed)) return ended(pushed);
    const isBroken = isServerGone(pushed);
    const { applied, ...pulled } = await pullChanges(deps, {
      isPushed: pushed.kind === 'done',
      place: isNothingToPush ? start.place : null,
    });
    hasProgressed ||= applied;
    if (pulled.kind !== 'done') return ended(pulled);
    hasBroken = isBroken;
    if (pushed.kind === 'done' && !pulled.hasMoreToPush) return { kind: 'done' };
    if (pushed.kind === 'again') {
      // The server is there: once more, to find the mutation that fails.
      if (!isBroken && (!memory.hasFailedWhole || memory.isThere)) return ended(pushed);
      memory.isThere = true;
    }
  }
  return ended({ kind: 'again', afterMs: 0, reason: hasBroken ? 'link' : 'busy' });
}

function nothingPushed(memory: RoundMemory): Pushed {
  memory.mayHaveTroubled = false;
  return { kind: 'done', settled: false };
}

/** Unless a person has to look first, or the server asked to be left alone for a while. */
function mayPullAfter(pushed: RoundResult): boolean {
  return pushed.kind === 'done' || (pushed.kind === 'again' && pushed.reason !== 'rate');
}

/**
 * Counts a failed try only while the server does take something else, so that one that fails as a whole refuses nothing;
 * and one that broke off only if the network was there afterwards.
 */
async function withFailedEntries(
  deps: RoundDeps,
  memory: RoundMemory,
  result: RoundResult,
): Promise<RoundResult> {
  const { library } = deps;
  const failedBy = (reason: TroubleReason) => new Map([...memory.failed].filter(([, by]) => by === reason));
  if (!isServerGone(result)) await noteFailedEntries(library, failedBy('link'), deps.now());
  const failed = failedBy('server');
  if (failed.size > 0) {
    const isOnlyThey = memory.hasAccepted || (result.kind === 'done' && (await serverWrites(deps)));
    if (!isOnlyThey) {
      return result.kind === 'done' ? { kind: 'again', afterMs: null, reason: 'server' } : result;
    }
    await noteFailedEntries(library, failed, deps.now());
  }
  if (result.kind !== 'done') return result;
  if (memory.failed.size === 0 && !memory.mayHaveTroubled) return result;
  const { notBefore } = await nextTroubled(library, { at: deps.now(), except: new Set() });
  return notBefore === undefined ? result : { kind: 'done', retryMs: Math.max(0, notBefore - deps.now()) };
}

/** Returns whether it ended with a request that did not reach the server. */
function isServerGone(result: RoundResult): boolean {
  return result.kind === 'again' && (result.reason === 'network' || result.reason === 'foreign');
}
