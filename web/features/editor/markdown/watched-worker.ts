/** Runs the worker that reads Markdown, and ends it where a step takes longer than `limits` say. */
import { createWorkerClient, type WorkerClientDeps } from '../../../ui/worker-client.ts';
import type { ReadReport, ReadRequest } from './markdown-parts.ts';

/** The step that the worker has reported, or neither. */
export type WorkerStep = ReadReport | 'starting' | 'idle';

export type WatchedWorker = {
  /** Starts a worker where none runs. */
  send(request: ReadRequest): void;
};

export type WatchedWorkerDeps = Pick<WorkerClientDeps<ReadRequest, ReadReport>, 'startWorker' | 'clock'> & {
  /** Called for each report but those that only begin a step. */
  onReport(report: ReadReport): void;
  /** The worker took too long over a step, or ended by itself; none runs now. */
  onLate(step: WorkerStep): void;
};

/** A section takes milliseconds; on a machine that has no time for it, a hundred times as many. */
const limits = { sectionMs: 3_000, startMs: 10_000 } as const;

export function createWatchedWorker({ onReport, onLate, ...deps }: WatchedWorkerDeps): WatchedWorker {
  let step: WorkerStep = 'starting';
  const client = createWorkerClient<ReadRequest, ReadReport>({
    ...deps,
    onAnswer(report) {
      const isBusy = report.kind === 'parsing' || report.kind === 'coloring';
      step = isBusy ? report : 'idle';
      if (isBusy) return client.watch(limits.sectionMs);
      client.rest();
      onReport(report);
    },
    onEnd: () => onLate(step),
  });

  return {
    send(request) {
      if (!client.isRunning()) {
        step = 'starting';
        client.watch(limits.startMs);
      }
      client.send(request);
    },
  };
}
