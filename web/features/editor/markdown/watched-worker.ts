/** Runs the worker that reads Markdown, and ends it where a step takes longer than `limits` say. */
import { afterRunning, type Clock } from '../../../ui/clock.ts';
import type { ReadReport, ReadRequest } from './markdown-parts.ts';

export type ReaderWorker = {
  send(request: ReadRequest): void;
  onReport(listener: (report: ReadReport) => void): void;
  onFailure(listener: () => void): void;
  terminate(): void;
};

/** The step that the worker has reported, or neither. */
export type WorkerStep = ReadReport | 'starting' | 'idle';

export type WatchedWorker = {
  /** Starts a worker where none runs. */
  send(request: ReadRequest): void;
};

export type WatchedWorkerDeps = {
  startWorker(): ReaderWorker;
  readonly clock: Pick<Clock, 'after'>;
  /** Called for each report but those that only begin a step. */
  onReport(report: ReadReport): void;
  /** The worker took too long over a step, or ended by itself; none runs now. */
  onLate(step: WorkerStep): void;
};

const limits = { sectionMs: 1_000, startMs: 10_000 } as const;

type Running = { readonly worker: ReaderWorker; step: WorkerStep };

export function createWatchedWorker({
  startWorker,
  clock,
  onReport,
  onLate,
}: WatchedWorkerDeps): WatchedWorker {
  let running: Running | undefined;
  let callOffWatch = () => {};

  function watch(late: () => void, milliseconds: number): void {
    callOffWatch();
    callOffWatch = afterRunning(clock, milliseconds, late);
  }

  function begin(): Running {
    const begun: Running = { worker: startWorker(), step: 'starting' };
    const late = () => end(begun);
    begun.worker.onReport((report) => {
      if (running !== begun) return;
      const isBusy = report.kind === 'parsing' || report.kind === 'coloring';
      begun.step = isBusy ? report : 'idle';
      callOffWatch();
      if (isBusy) watch(late, limits.sectionMs);
      else onReport(report);
    });
    begun.worker.onFailure(() => {
      if (running === begun) late();
    });
    watch(late, limits.startMs);
    return begun;
  }

  function end({ worker, step }: Running): void {
    callOffWatch();
    worker.terminate();
    running = undefined;
    onLate(step);
  }

  return {
    send(request) {
      running ??= begin();
      running.worker.send(request);
    },
  };
}
