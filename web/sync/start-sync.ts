/**
 * When rounds run: at the start, after each local change, on a poke, when the network or the person comes
 * back, and every 30 seconds. While one runs, everything that asks for another is one more afterwards.
 *
 * 1. A round runs under a lock between tabs, taken per round and not for a tab's lifetime.
 * 2. After a failure only time or a reason to hope (network back, person back, signed in) tries again: a
 *    keystroke does not hammer a server that is gone.
 * 3. What the loop met is written into the database, so that all tabs say the same.
 * 4. A round that went well wakes the lane of the files: rows have come that bytes were waiting for.
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
import { accountOf, adoptAccount } from '../data/account.ts';
import type { Library } from '../data/library.ts';
import { loopState, writeLoopState } from '../data/queries.ts';
import type { WhoseWords } from '../data/take-over-feed.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import type { TransferFile } from '../platform/file-transfer.ts';
import { type FileLane, startFileLane } from './file-lane.ts';
import { createLink } from './link.ts';
import { rejoin } from './rejoin.ts';
import type { RoundDeps, RoundResult } from './round.ts';
import { syncRound } from './sync-round.ts';

export type SyncDeps = Omit<RoundDeps, 'allowRemovals' | 'link'> & {
  exclusive: Exclusive;
  random(): number;
  /** The network or the person came back. */
  signals: Observable<unknown>;
  /** The server said that there is something new; `answers`: it answered just now. */
  pokes(answers: Observable<unknown>): Observable<unknown>;
  /** Bytes of files, which go their own way; see `file-lane.ts`. */
  transfer: TransferFile;
};

export type Sync = {
  /** Runs a round now, whatever happened before; resolves with how it ended. */
  syncNow(options?: { allowRemovals?: boolean }): Promise<RoundResult>;
  /** After a person decided whose words count where the server's history is another one. */
  rejoin(keep: WhoseWords): Promise<RoundResult>;
  /** After the same person signed in again, under this account of the server. */
  resume(account: number): Promise<void>;
  stop(): void;
  files: Pick<FileLane, 'fetchFile' | 'fetchAll' | 'wake'>;
};

const everyMs = 30_000;

/** `commit` waits while the last round failed; `hope` tries at once. */
type Wake = 'commit' | 'hope';

export function startSync(deps: SyncDeps): Sync {
  const { library } = deps;
  const link = createLink();
  const stopped = new Subject<void>();
  const wakes = new Subject<Wake>();
  const finished = new Subject<void>();
  let failures = 0;
  let textUnderWay: Promise<unknown> = Promise.resolve();

  const runAlone = async (round: () => Promise<RoundResult>): Promise<RoundResult> => {
    try {
      return await deps.exclusive(roundLock(library), round);
    } catch (error) {
      // The database could not be read or written just now: nothing was half done, and it is tried again.
      console.error('A sync round ended early.', error);
      return { kind: 'again', afterMs: null, reason: 'device' };
    }
  };
  const runAndTell = async (round: () => Promise<RoundResult>): Promise<RoundResult> => {
    await tell(library, { working: true });
    const running = runAlone(round);
    textUnderWay = running;
    const result = await running;
    failures = result.kind === 'done' ? 0 : hasProgressed(result) ? 1 : failures + 1;
    if (result.kind === 'done') library.storage.tell(true);
    if (result.kind === 'again' && result.reason === 'device') library.storage.tell(false);
    await tell(library, outcomeState(result, deps.now()));
    if (result.kind === 'done') lane.wake();
    return result;
  };

  /**
   * A server that was put back may be written to by others until it has as many changes as before: whoever was
   * asked whose words count goes on only with an answer.
   */
  const runRound = async (options: Pick<RoundDeps, 'allowRemovals'> = {}): Promise<RoundResult> => {
    const { paused } = await loopState(library).catch(() => initialLoopState);
    if (paused === 'reset') return { kind: 'asks', reason: 'reset' };
    return runAndTell(() => syncRound({ ...deps, ...options, link }));
  };

  const lane = startFileLane({
    ...deps,
    afterText: () => textUnderWay,
    onArrived: () => wakes.next('hope'),
  });

  const rounds = wakes.pipe(
    filter((wake) => wake === 'hope' || failures === 0),
    throttle(() => finished, { leading: true, trailing: true }),
    concatMap(() => defer(() => from(runRound()))),
    share(),
  );
  rounds.pipe(takeUntil(stopped)).subscribe(() => finished.next());
  rounds
    .pipe(
      switchMap((result) => retryDelay(result, failures, deps.random)),
      takeUntil(stopped),
    )
    .subscribe(() => wakes.next('hope'));

  const wakeOnCommit = () => wakes.next('commit');
  library.onCommit.add(wakeOnCommit);
  const answers = rounds.pipe(filter(({ kind }) => kind === 'done'));
  merge(deps.signals, deps.pokes(answers), interval(everyMs))
    .pipe(
      map(() => 'hope' as const),
      startWith('hope' as const),
      takeUntil(stopped),
    )
    .subscribe((wake) => wakes.next(wake));

  return {
    syncNow: runRound,
    async rejoin(keep) {
      const result = await runAndTell(() => rejoin({ ...deps, link }, keep));
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
    files: { fetchFile: lane.fetchFile, fetchAll: lane.fetchAll, wake: lane.wake },
  };
}

function roundLock(library: Library): string {
  return `promptory-round-${library.db.name}`;
}

/** A link that carries little at a time is not one to wait longer and longer for. */
function hasProgressed(result: RoundResult): boolean {
  return result.kind === 'again' && result.hasProgressed === true;
}

function retryDelay(result: RoundResult, failures: number, random: () => number): Observable<unknown> {
  if (result.kind === 'done' && result.retryMs !== undefined) return timer(result.retryMs);
  if (result.kind !== 'again') return EMPTY;
  return timer(Math.max(result.afterMs ?? 0, backoffMs(failures, random)));
}

function outcomeState(result: RoundResult, now: number): Partial<LoopState> {
  const ended = { working: false };
  const at = new Date(now).toISOString();
  const answered: Partial<LoopState> = { ...ended, connection: 'online', lastAnswer: at };
  switch (result.kind) {
    case 'done':
      return { ...answered, paused: null, lastSuccess: at };
    case 'again':
      return afterFailure(result.reason, { ended, answered });
    case 'signIn':
      return { ...answered, paused: 'auth' };
    case 'asks':
      return { ...answered, paused: result.reason };
    case 'updateNeeded':
      return { ...answered, paused: 'update' };
  }
}

type Failure = Extract<RoundResult, { kind: 'again' }>['reason'];

function afterFailure(
  reason: Failure,
  { ended, answered }: { ended: Partial<LoopState>; answered: Partial<LoopState> },
): Partial<LoopState> {
  switch (reason) {
    case 'network':
      return { ...ended, connection: 'offline' };
    case 'rate':
      return { ...ended, connection: 'rate' };
    case 'server':
      return { ...answered, connection: 'failing' };
    case 'full':
      return { ...answered, connection: 'full' };
    case 'link':
    case 'busy':
      return answered;
    case 'device':
      // Nothing is known of the server that was not known before.
      return ended;
  }
}

/** The library may be closed under the loop's last words at sign-out: then there is nobody to tell. */
async function tell(library: Library, change: Partial<LoopState>): Promise<void> {
  try {
    const before = await loopState(library);
    await writeLoopState(library, { ...initialLoopState, ...before, ...change });
  } catch (error) {
    if (!library.db.isOpen()) return;
    library.storage.tell(false);
    console.error('The state of sync could not be written.', error);
  }
}
