/**
 * Has texts searched in a worker, and waits no longer for it than a person does.
 * 1. One request at a time, and the newest one counts: a worker that is still at an older one is ended.
 * 2. A request that takes too long is answered `tooSlow`, and its worker ended.
 * 3. A worker that is idle stays for the next request.
 */
import { afterRunning, type Clock, pageClock } from '../../../ui/clock.ts';
import type { FindAnswer, FindReport, FindRequest } from './find-requests.ts';

/** The part of a Worker that a search uses. */
export type FindWorker = {
  send(request: FindRequest): void;
  onReport(listener: (report: FindReport) => void): void;
  onFailure(listener: () => void): void;
  terminate(): void;
};

export type FindThread = {
  /** Calls back once, unless another request comes before. */
  ask(request: FindRequest, onAnswer: (answer: FindAnswer) => void): void;
  /** Forgets the request that is under way. */
  stop(): void;
  /** Ends the worker. */
  close(): void;
};

export type FindThreadDeps = { startWorker(): FindWorker; readonly clock: Pick<Clock, 'after'> };

const limits = { startMs: 10_000, searchMs: 2_000 } as const;

export function createFindThread({ startWorker, clock }: FindThreadDeps = beside): FindThread {
  let worker: FindWorker | null = null;
  let waiting: ((answer: FindAnswer) => void) | null = null;
  let callOffWatch = () => {};

  function settle(answer: FindAnswer): void {
    const settled = waiting;
    waiting = null;
    callOffWatch();
    settled?.(answer);
  }

  function end(): void {
    worker?.terminate();
    worker = null;
  }

  function fail(): void {
    end();
    settle({ kind: 'tooSlow' });
  }

  function begin(): FindWorker {
    const begun = startWorker();
    const own = (run: () => void) => worker === begun && run();
    begun.onReport((report) =>
      own(() => (report.kind === 'begun' ? watch(limits.searchMs) : settle(report))),
    );
    begun.onFailure(() => own(fail));
    return begun;
  }

  function watch(milliseconds: number): void {
    callOffWatch();
    callOffWatch = afterRunning(clock, milliseconds, fail);
  }

  function stop(): void {
    if (waiting !== null) end();
    waiting = null;
    callOffWatch();
  }

  return {
    stop,
    close() {
      stop();
      end();
    },
    ask(request, onAnswer) {
      stop();
      waiting = onAnswer;
      worker ??= begin();
      watch(limits.startMs);
      worker.send(request);
    },
  };
}

const beside: FindThreadDeps = {
  startWorker() {
    const worker = new Worker(new URL('./worker/find-worker.ts', import.meta.url), { type: 'module' });
    return {
      send: (request) => worker.postMessage(request),
      onReport: (listener) =>
        worker.addEventListener('message', ({ data }: MessageEvent<FindReport>) => listener(data)),
      onFailure: (listener) => worker.addEventListener('error', listener),
      terminate: () => worker.terminate(),
    };
  },
  clock: { after: (milliseconds, run) => pageClock(window).after(milliseconds, run) },
};
