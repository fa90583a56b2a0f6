/**
 * Computes the sync status of this tab outside of React: a saved edit changes what it is made from some ten times, and
 * the chip shows three of them.
 *
 * 1. Reports "Synced" only where the counts are as new as what was typed and committed in this tab.
 * 2. `status` returns the same object until its kind or text changes, so that only then is anything drawn.
 * 3. Reads nothing while nobody listens.
 */
import { t } from '#shared/language/translate.ts';
import { type LoopState, type SyncStatus, syncStatus, type UnsentCounts } from '#shared/sync/status.ts';
import type { Library } from '../../data/database/library.ts';
import { draftCounts, watchDrafts } from '../../data/drafts/watched-drafts.ts';
import { type FirstFill, readFirstFill } from '../../data/feed/first-fill.ts';
import { countUnknown } from '../../data/feed/unknown-changes.ts';
import { unsentCounts } from '../../data/queries/queries.ts';
import { watchBetweenPulls } from '../../data/queries/watch-between-pulls.ts';
import { watchQuery } from '../../data/queries/watch-query.ts';
import { type UnfinishedTakeOver, unfinishedTakeOver } from '../../data/take-over/take-over-plan.ts';
import { statusWithTakeOver } from './take-over-progress.tsx';

export type SyncReading = {
  readonly status: SyncStatus;
  readonly counts: UnsentCounts;
  readonly loop: LoopState;
  /** Rows on this device that only a newer version of the app can show. */
  readonly unknown: number;
};

export type SyncStatusStore = {
  subscribe(listener: () => void): () => void;
  reading(): SyncReading;
  status(): SyncStatus;
  /** The last status that is no step of a save; null until what waits was counted for the first time. */
  settledStatus(): SyncStatus | null;
};

type Known = {
  counts: UnsentCounts | null;
  /** Null until it was read. */
  fill: { of: FirstFill | undefined } | null;
  /** The commits of this tab that `counts` is as new as. */
  countedCommits: number;
  takeOver: UnfinishedTakeOver | null;
  unknown: number;
};

const nothing: UnsentCounts = {
  waiting: 0,
  refused: 0,
  oldest: null,
  files: { waiting: 0, refused: 0, stuck: 0 },
};

export function createSyncStatusStore(library: Library): SyncStatusStore {
  const listeners = new Set<() => void>();
  const known: Known = { counts: null, fill: null, countedCommits: 0, takeOver: null, unknown: 0 };
  let commits = 0;
  let stop = () => {};
  let reading = readingOf(library, known, commits);
  let settled: SyncStatus | null = null;

  function update(): void {
    const next = readingOf(library, known, commits);
    reading = { ...next, status: sameOr(reading.status, next.status) };
    if (isRead(known) && isSettled(reading.status)) settled = sameOr(settled, reading.status);
    for (const listener of listeners) listener();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        stop = follow(library, {
          known,
          update,
          countCommit: () => (commits += 1),
          commits: () => commits,
        });
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    reading: () => reading,
    status: () => reading.status,
    settledStatus: () => settled,
  };
}

function isRead({ counts, fill }: Known): boolean {
  return counts !== null && fill !== null;
}

/** Returns the very object of before where it says the same. */
function sameOr(before: SyncStatus | null, next: SyncStatus): SyncStatus {
  return before !== null && before.kind === next.kind && before.text === next.text ? before : next;
}

function isSettled({ kind }: SyncStatus): boolean {
  return kind !== 'saving' && kind !== 'waiting';
}

function readingOf(library: Library, known: Known, commits: number): SyncReading {
  const { takeOver, unknown, fill } = known;
  const loop = { ...library.loop.get(), ...(fill?.of === undefined ? {} : { fill: fill.of }) };
  const counts = { ...(known.counts ?? nothing), drafts: draftCounts(library) };
  const isCounted = isRead(known) && known.countedCommits === commits && !library.typed.hasPending();
  const read = syncStatus(counts, loop, library.storage.isWell());
  const uncounted = isRead(known) ? t('Saving') : t('Checking');
  const isAllSent = read.kind === 'synced' || read.kind === 'note';
  const counted: SyncStatus = isAllSent && !isCounted ? { kind: 'saving', text: uncounted } : read;
  return { status: statusWithTakeOver(counted, loop, takeOver), counts, loop, unknown };
}

type Following = {
  readonly known: Known;
  update(): void;
  countCommit(): void;
  commits(): number;
};

/** Keeps `known` true and calls `update` after each change; returns how to stop. */
function follow(library: Library, { known, update, countCommit, commits }: Following): () => void {
  let stopCounting = count();

  function count(): () => void {
    const countedCommits = commits();
    return watchQuery(
      () => unsentCounts(library),
      (counts) => {
        Object.assign(known, { counts, countedCommits });
        update();
      },
    );
  }

  /** A live query notices a commit later than whoever made it, so the count begins once more. */
  function onCommit(): void {
    countCommit();
    stopCounting();
    stopCounting = count();
    update();
  }

  library.onCommit.add(onCommit);
  const stops = [
    () => stopCounting(),
    () => void library.onCommit.delete(onCommit),
    library.typed.subscribe(update),
    library.loop.subscribe(update),
    library.storage.subscribe(update),
    watchDrafts(library, update),
    // By itself: each page of a fill changes it, and nothing that is counted; meanwhile the loop says how far it is.
    watchBetweenPulls(
      library,
      () => readFirstFill(library),
      (fill) => {
        known.fill = { of: fill };
        update();
      },
    ),
    watchQuery(
      () => unfinishedTakeOver(library),
      (takeOver) => {
        known.takeOver = takeOver;
        update();
      },
    ),
    watchQuery(
      () => countUnknown(library),
      (unknown) => {
        known.unknown = unknown;
        update();
      },
    ),
  ];
  update();
  return () => {
    for (const stop of stops) stop();
  };
}
