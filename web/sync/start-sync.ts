/**
 * When rounds run: at the start, after each local change, on a poke, when the network or the person comes
 * back, and every 30 seconds. While one runs, everything that asks for another is one more afterwards.
 *
 * 1. A round runs under a lock between tabs, taken per round and not for a tab's lifetime.
 * 2. After a failure only time or a reason to hope (network back, person back, signed in) tries again: neither a
 *    keystroke nor the 30 seconds hammer a server that is gone.
 * 3. A server that asks to be left alone is, in all tabs and after a reload, until a person asks for a round.
 * 4. What the loop met is broadcast, so that all tabs say the same; what must survive a reload is stored.
 * 5. A round that went well wakes the lane of the files: rows have come that bytes were waiting for.
 */
import {
  concatMap,
  defer,
  EMPTY,
  filter,
  from,
  interval,
  map,
  merge,
  type Observable,
  Subject,
  share,
  startWith,
  switchMap,
  takeUntil,
  throttle,
  timer,
} from 'rxjs';
import { backoffMs } from '#shared/sync/backoff.ts';
import { initialLoopState, type LoopState } from '#shared/sync/status.ts';
import { accountOf, adoptAccount } from '../data/database/account.ts';
import type { Library } from '../data/database/library.ts';
import { applyStoredChanges } from '../data/feed/apply-pull.ts';
import { loopState } from '../data/queries/queries.ts';
import { unfinishedTakeOver, type WhoseWords } from '../data/take-over/take-over-plan.ts';
import type { TransferBlob } from '../platform/blob-transfer.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import { type BlobLane, startBlobLane } from './blob-lane.ts';
import { createLink, type Link } from './link.ts';
import { rejoin } from './rejoin.ts';
import type { RoundDeps, RoundResult } from './round.ts';
import { pauseLeft, saveLoopState, stateAfter } from './save-loop-state.ts';
import { syncRound } from './sync-round.ts';

export type SyncDeps = Omit<RoundDeps, 'allowRemovals' | 'isHurried' | 'link' | 'onProgress'> & {
  /** Another one than this loop's own. */
  link?: Link;
  exclusive: Exclusive;
  random(): number;
  /** The network or the person came back. */
  signals: Observable<unknown>;
  /** The server said that there is something new; `answers`: it answered just now. */
  pokes(answers: Observable<unknown>): Observable<unknown>;
  /** Bytes of files, which go their own way; see `blob-lane.ts`. */
  transfer: TransferBlob;
};

export type Sync = {
  /** Runs a round now, whatever happened before; resolves with how it ended. */
  syncNow(options?: { allowRemovals?: boolean }): Promise<RoundResult>;
  /** After a person decided whose words count where the server's history is another one. */
  rejoin(keep: WhoseWords): Promise<RoundResult>;
  /** After the same person signed in again, under this account of the server. */
  resume(account: number): Promise<void>;
  stop(): void;
  files: Pick<BlobLane, 'fetchBlob' | 'fetchAll' | 'wake'>;
};

const everyMs = 30_000;

/** `commit` waits while the last round failed, `beat` while another try has its own time; `hope` tries at once. */
type Wake = 'commit' | 'beat' | 'hope';

export function startSync(deps: SyncDeps): Sync {
  const { library } = deps;
  const link = deps.link ?? createLink();
  const stopped = new Subject<void>();
  const wakes = new Subject<Wake>();
  const finished = new Subject<void>();
  let failures = 0;
  let isBackingOff = false;
  let isUpToDate = false;
  let textUnderWay: Promise<unknown> = Promise.resolve();

  const retries = new Subject<number | null>();

  const runAlone = async (run: () => Promise<RoundResult>): Promise<RoundResult> => {
    try {
      return await deps.exclusive(roundLock(library), run);
    } catch (error) {
      // The database could not be read or written just now: nothing was half done, and it is tried again.
      console.error('A sync round ended early.', error);
      return settle({ kind: 'again', afterMs: null, reason: 'device' });
    }
  };
  const settle = async (result: RoundResult): Promise<RoundResult> => {
    failures = result.kind === 'done' ? 0 : hasProgressed(result) ? 1 : failures + 1;
    isBackingOff = result.kind === 'again';
    if (result.kind === 'done') library.storage.report(true);
    if (result.kind === 'again' && result.reason === 'device') library.storage.report(false);
    const retryMs = retryDelay(result, failures, deps.random);
    await saveLoopState(library, stateAfter(result, { now: deps.now(), retryMs }));
    retries.next(retryMs);
    if (result.kind === 'done') lane.wake('round');
    return result;
  };
  /** The state is read and written under the lock: no tab goes on where another one has just been stopped. */
  const runReported = async (round: () => Promise<RoundResult>): Promise<RoundResult> => {
    await saveLoopState(library, { working: true, moving: false, receiving: null });
    return settle(await round());
  };

  /**
   * A server that was put back may be written to by others until it has as many changes as before: whoever was
   * asked whose words count goes on only with an answer, and with one that was not carried out to its end. A server
   * that asked for a pause gets it, unless a person wants to know.
   */
  const runRound = (options: Pick<RoundDeps, 'allowRemovals' | 'isHurried'> = {}): Promise<RoundResult> => {
    const running = runAlone(async () => {
      const state = await loopState(library).catch(() => initialLoopState);
      await applyStored();
      const isDecided = (await unfinishedTakeOver(library).catch(() => null)) !== null;
      // No round runs elsewhere while this tab holds the lock: one that was broken off by a reload left its traces.
      if (state.working) await saveLoopState(library, { working: false, moving: false, receiving: null });
      if (state.paused === 'reset' && !isDecided) return { kind: 'asks', reason: 'reset' };
      const left = pauseLeft(state, deps.now());
      if (left > 0 && options.isHurried !== true) {
        retries.next(left);
        return { kind: 'again', afterMs: left, reason: 'rate' };
      }
      return runReported(() => syncRound({ ...deps, ...options, link, onProgress }));
    });
    textUnderWay = running;
    return running;
  };
  /** Once: what an older app could not read is shown as soon as this one is open, with or without a network. */
  const applyStored = async (): Promise<void> => {
    if (isUpToDate) return;
    await applyStoredChanges(library);
    isUpToDate = true;
  };
  const onProgress = (receiving: LoopState['receiving']) =>
    saveLoopState(library, { moving: true, receiving, ...(receiving === null ? sentNow() : {}) });
  const sentNow = () => ({ lastProgress: new Date(deps.now()).toISOString() });

  const lane = startBlobLane({
    ...deps,
    afterText: () => textUnderWay,
    onArrived: () => wakes.next('hope'),
  });

  const mayWake = (wake: Wake): boolean => {
    if (wake === 'beat') return !isBackingOff;
    return wake === 'hope' || failures === 0;
  };
  const rounds = wakes.pipe(
    filter((wake) => mayWake(wake)),
    throttle(() => finished, { leading: true, trailing: true }),
    concatMap(() => defer(() => from(runRound()))),
    share(),
  );
  rounds.pipe(takeUntil(stopped)).subscribe(() => finished.next());
  retries
    .pipe(
      switchMap((ms) => (ms === null ? EMPTY : timer(ms))),
      takeUntil(stopped),
    )
    .subscribe(() => wakes.next('hope'));

  const wakeOnCommit = () => wakes.next('commit');
  library.onCommit.add(wakeOnCommit);
  const answers = rounds.pipe(filter(({ kind }) => kind === 'done'));
  merge(
    merge(deps.signals, deps.pokes(answers)).pipe(map((): Wake => 'hope')),
    interval(everyMs).pipe(map((): Wake => 'beat')),
  )
    .pipe(startWith<Wake>('hope'), takeUntil(stopped))
    .subscribe((wake) => wakes.next(wake));

  return {
    syncNow: (options) => runRound({ ...options, isHurried: true }),
    async rejoin(keep) {
      const running = runAlone(() => runReported(() => rejoin({ ...deps, link, onProgress }, keep)));
      textUnderWay = running;
      const result = await running;
      if (result.kind === 'done') wakes.next('hope');
      return result;
    },
    async resume(account) {
      // Between rounds: what was heard under one account must not be taken for what the other one says.
      if (account !== (await accountOf(library))) {
        await deps.exclusive(roundLock(library), () => adoptAccount(library, account));
      }
      wakes.next('hope');
    },
    stop() {
      library.onCommit.delete(wakeOnCommit);
      stopped.next();
      stopped.complete();
      lane.stop();
    },
    files: { fetchBlob: lane.fetchBlob, fetchAll: lane.fetchAll, wake: lane.wake },
  };
}

function roundLock(library: Library): string {
  return `promptory-round-${library.db.name}`;
}

/** A link that carries little at a time is not one to wait longer and longer for. */
function hasProgressed(result: RoundResult): boolean {
  return result.kind === 'again' && result.hasProgressed === true;
}

/** Null where only a person, the server or the network starts another round. */
function retryDelay(result: RoundResult, failures: number, random: () => number): number | null {
  if (result.kind === 'done') return result.retryMs ?? null;
  if (result.kind !== 'again') return null;
  return Math.max(result.afterMs ?? 0, backoffMs(failures, random));
}
