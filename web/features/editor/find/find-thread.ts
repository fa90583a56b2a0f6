/**
 * Has texts searched in a worker: one request at a time, and the newest one counts. A worker that is still at an older
 * one is ended, and a request that takes too long is answered `tooSlow`.
 */
import { clientWorker, createWorkerClient, type WorkerClientDeps } from '../../../ui/worker-client.ts';
import type { FindAnswer, FindReport, FindRequest } from './find-requests.ts';

export type FindThread = {
  /** Calls back once, unless another request comes before. */
  ask(request: FindRequest, onAnswer: (answer: FindAnswer) => void): void;
  /** Forgets the request that is under way. */
  stop(): void;
  /** Ends the worker. */
  close(): void;
};

export type FindThreadDeps = Pick<WorkerClientDeps<FindRequest, FindReport>, 'startWorker' | 'clock'>;

const limits = { startMs: 10_000, searchMs: 2_000 } as const;

export function createFindThread(deps: FindThreadDeps = { startWorker }): FindThread {
  let waiting: ((answer: FindAnswer) => void) | null = null;
  const client = createWorkerClient<FindRequest, FindReport>({
    ...deps,
    onAnswer: (report) => (report.kind === 'begun' ? client.watch(limits.searchMs) : settle(report)),
    onEnd: () => settle({ kind: 'tooSlow' }),
  });

  function settle(answer: FindAnswer): void {
    const settled = waiting;
    waiting = null;
    client.rest();
    settled?.(answer);
  }

  function stop(): void {
    if (waiting !== null) client.end();
    waiting = null;
  }

  return {
    stop,
    close() {
      stop();
      client.end();
    },
    ask(request, onAnswer) {
      stop();
      waiting = onAnswer;
      client.watch(limits.startMs);
      client.send(request);
    },
  };
}

const startWorker = () =>
  clientWorker<FindRequest, FindReport>(
    new Worker(new URL('./worker/find-worker.ts', import.meta.url), { type: 'module' }),
  );
