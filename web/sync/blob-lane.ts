/**
 * When bytes of files go to and fro: after each round of text that went well, when somebody asks, after a pause that
 * grows where the network failed, and when a file that failed is due. Under a lock of its own, so that a large file never keeps a
 * text waiting, and one tab sends at a time.
 */
import {
  concatMap,
  defer,
  EMPTY,
  from,
  type Observable,
  Subject,
  share,
  switchMap,
  takeUntil,
  throttle,
  timer,
} from 'rxjs';
import { limits } from '#shared/model/limits.ts';
import type { Resource } from '#shared/model/resource.ts';
import { backoffMs } from '#shared/sync/backoff.ts';
import type { Library } from '../data/database/library.ts';
import type { BlobsFetched } from '../data/resources/blob-readiness.ts';
import { blobBytes } from '../data/resources/resources.ts';
import type { TransferBlob } from '../platform/blob-transfer.ts';
import type { Exclusive } from '../platform/exclusive.ts';
import {
  type BlobRoundDeps,
  type BlobRoundResult,
  blobRound,
  fetchAllBlobs,
  fetchBytes,
} from './blob-round.ts';
import { createSetAside } from './set-aside.ts';

export type BlobLaneDeps = {
  library: Library;
  transfer: TransferBlob;
  exclusive: Exclusive;
  now(): number;
  random(): number;
  afterText(): Promise<unknown>;
  onArrived(): void;
};

export type BlobLane = {
  /** From this device, or else from the server, and then they stay here. Null where neither gives them. */
  fetchBlob(
    resource: Resource,
    onProgress?: (received: number, total: number) => void,
    signal?: AbortSignal,
  ): Promise<Blob | null>;
  /** Every file of the library that fits here, after the texts. Beside a pass of the lane, which may be long. */
  fetchAll(signal?: AbortSignal): Promise<BlobsFetched>;
  /** Starts a pass, as there may be something to send or to fetch; after a round not within a Retry-After. */
  wake(after?: 'round'): void;
  /** Has the next pass try everything that failed: a person asks for it. */
  hurry(): void;
  stop(): void;
};

export function startBlobLane(deps: BlobLaneDeps): BlobLane {
  const { library } = deps;
  const stopped = new Subject<void>();
  const wakes = new Subject<void>();
  const finished = new Subject<void>();
  const stopping = new AbortController();
  const missing = new Map<string, number>();
  const aside = createSetAside();
  let failures = 0;
  let notBefore = 0;

  const rounds = wakes.pipe(
    throttle(() => finished, { leading: true, trailing: true }),
    concatMap(() => defer(() => from(runPass(deps, { missing, aside, signal: stopping.signal })))),
    share(),
  );
  rounds.pipe(takeUntil(stopped)).subscribe((result) => {
    failures = result.kind === 'done' ? 0 : failures + 1;
    notBefore = result.kind === 'again' ? deps.now() + (result.afterMs ?? 0) : 0;
    finished.next();
  });
  rounds
    .pipe(
      switchMap((result) => retryDelay(result, backoffMs(failures, deps.random))),
      takeUntil(stopped),
    )
    .subscribe(() => wakes.next());

  const endedBy = (signal?: AbortSignal) =>
    signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, signal]);

  return {
    async fetchBlob(resource, onProgress, signal) {
      const here = await blobBytes(library, resource.sha256);
      if (here !== undefined || !resource.available) return here ?? null;
      const fetched = await fetchBytes({ ...deps, signal: endedBy(signal) }, resource, onProgress);
      return fetched.kind === 'bytes' ? fetched.bytes : null;
    },
    fetchAll: (signal) => fetchAllBlobs({ ...deps, signal: endedBy(signal) }),
    wake(after) {
      if (after !== 'round') aside.clear();
      if (after !== 'round' || deps.now() >= notBefore) wakes.next();
    },
    hurry: aside.clear,
    stop() {
      stopping.abort();
      stopped.next();
      stopped.complete();
    },
  };
}

/** Runs one pass; no other tab runs one meanwhile. */
async function runPass(
  deps: BlobLaneDeps,
  { signal, ...memory }: Pick<BlobRoundDeps, 'missing' | 'aside'> & { signal: AbortSignal },
): Promise<BlobRoundResult> {
  const { library } = deps;
  try {
    const round = { ...deps, ...memory, chunkBytes: limits.uploadChunkBytes, signal };
    return await deps.exclusive(`promptory-files-${library.db.name}`, async () =>
      signal.aborted ? { kind: 'stopped' } : blobRound(round),
    );
  } catch (error) {
    // Signing out closes the library under a pass that is under way.
    if (library.db.isOpen()) console.error('A pass of file uploads ended early.', error);
    return { kind: 'again', afterMs: null, reason: 'server' };
  }
}

/** Emits when the next pass starts by itself. */
function retryDelay(result: BlobRoundResult, pauseMs: number): Observable<unknown> {
  if (result.kind === 'again') return timer(Math.max(result.afterMs ?? 0, pauseMs));
  return result.kind === 'done' && result.retryMs !== undefined ? timer(result.retryMs) : EMPTY;
}
