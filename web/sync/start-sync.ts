/**
 * Starts rounds: at the start, after each local change, on a poke, when the network or the person comes back, and every
 * 30 seconds. While one runs, everything that asks for another is one more afterwards.
 *
 * 1. After a failure only time or a reason to hope (network back, person back, signed in) tries again: neither a
 *    keystroke nor the 30 seconds hammer a server that is gone.
 * 2. A poke that names the place which the last pull reached starts none.
 * 3. A round that went well wakes the lane of the files: rows have come that bytes were waiting for.
 * After: `round-runner.ts`, which runs each round under the lock.
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
  tap,
  throttle,
  timer,
} from 'rxjs';
import type { Library } from '../data/database/library.ts';
import type { StartedCommit } from '../data/database/started-commit.ts';
import type { WhoseWords } from '../data/take-over/take-over-plan.ts';
import type { TransferBlob } from '../platform/blob-transfer.ts';
import { type BlobLane, startBlobLane } from './blob-lane.ts';
import { createFeedMemory, type FeedMemory } from './feed-memory.ts';
import { createLink, type Link } from './link.ts';
import type { RoundResult } from './round.ts';
import { RoundRunner, type RunnerDeps } from './round-runner.ts';

export type SyncDeps = Omit<RunnerDeps, 'link' | 'feed' | 'onRetry' | 'onDone'> & {
  /** Another one than this loop's own. */
  link?: Link;
  /** The network or the person came back. */
  signals: Observable<unknown>;
  /** Emits the data of what the server notifies of; `answers`: it answered just now. */
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

/** A commit waits while the last round failed, `beat` while another try has its own time; `hope` tries at once. */
type Wake = 'commit' | 'beat' | 'hope' | StartedCommit;

export function startSync(deps: SyncDeps): Sync {
  const { library } = deps;
  const stopped = new Subject<void>();
  const wakes = new Subject<Wake>();
  const retries = new Subject<number | null>();
  const feed = createFeedMemory();
  const runner = new RoundRunner({
    ...deps,
    feed,
    link: deps.link ?? createLink(),
    onRetry: (afterMs) => retries.next(afterMs),
    onDone: () => lane.wake('round'),
  });
  const lane = startBlobLane({
    ...deps,
    afterText: () => runner.underWay,
    onArrived: () => wakes.next('hope'),
  });

  const rounds = runOnWakes(wakes, runner);
  rounds.pipe(takeUntil(stopped)).subscribe();
  const answers = rounds.pipe(filter(({ kind }) => kind === 'done'));
  const after = (ms: number | null) => (ms === null ? EMPTY : timer(ms));
  const stopFollowing = followCommits(library, { wakes, runner });
  retries.pipe(switchMap(after), takeUntil(stopped)).subscribe(() => wakes.next('hope'));
  const news = newsOf(deps.pokes(answers), { feed, runner });
  merge(
    merge(deps.signals, news).pipe(map((): Wake => 'hope')),
    interval(everyMs).pipe(map((): Wake => 'beat')),
  )
    .pipe(startWith<Wake>('hope'), takeUntil(stopped))
    .subscribe((wake) => wakes.next(wake));

  return {
    syncNow(options) {
      lane.hurry();
      return runner.run({ ...options, isHurried: true });
    },
    async rejoin(keep) {
      const result = await runner.rejoin(keep);
      if (result.kind === 'done') wakes.next('hope');
      return result;
    },
    async resume(account) {
      await runner.adopt(account);
      wakes.next('hope');
    },
    stop() {
      stopFollowing();
      stopped.next();
      stopped.complete();
      lane.stop();
    },
    files: { fetchBlob: lane.fetchBlob, fetchAll: lane.fetchAll, wake: lane.wake },
  };
}

/** Wakes the loop for each commit of this tab; returns how to stop. */
function followCommits(
  { onCommitStart, onCommit }: Library,
  { wakes, runner }: { wakes: Subject<Wake>; runner: RoundRunner },
): () => void {
  const wakeOnStart = (commit: StartedCommit) => wakes.next(commit);
  const wakeOnCommit = (commit?: StartedCommit) => {
    // The round that waited for a commit has its batch.
    if (commit?.isTaken !== true && !runner.willRead) wakes.next('commit');
  };
  onCommitStart.add(wakeOnStart);
  onCommit.add(wakeOnCommit);
  return () => {
    onCommitStart.delete(wakeOnStart);
    onCommit.delete(wakeOnCommit);
  };
}

/** Emits the pokes that are not about what this device itself has just sent and pulled. */
function newsOf(
  pokes: Observable<unknown>,
  { feed, runner }: { feed: FeedMemory; runner: RoundRunner },
): Observable<unknown> {
  return pokes.pipe(
    filter((poke) => feed.isNews(poke)),
    tap(() => runner.requestEarly()),
    switchMap(async (poke) => {
      await runner.underWay.catch(() => undefined);
      return poke;
    }),
    filter((poke) => feed.isNews(poke)),
  );
}

/** Runs a round for what wakes the loop, one after the other; what comes while one runs is one more afterwards. */
function runOnWakes(wakes: Observable<Wake>, runner: RoundRunner): Observable<RoundResult> {
  const finished = new Subject<void>();
  return wakes.pipe(
    filter((wake) => mayWake(wake, runner)),
    throttle(() => finished, { leading: true, trailing: true }),
    concatMap((wake) => defer(() => from(runner.run(typeof wake === 'string' ? {} : { after: wake })))),
    tap(() => finished.next()),
    share(),
  );
}

function mayWake(wake: Wake, { failures, isBackingOff }: RoundRunner): boolean {
  if (wake === 'beat') return !isBackingOff;
  return wake === 'hope' || failures === 0;
}
