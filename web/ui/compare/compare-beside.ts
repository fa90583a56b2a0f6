import type { Comparison } from '#shared/diff/compare-texts.ts';
import { afterRunning, type Clock, pageClock } from '../clock.ts';
import type { ComparisonRequest, ConflictRequest } from './comparison-request.ts';

/** The part of a Worker that a comparison uses. */
type ComparisonWorker<Request, Answer> = {
  send(request: Request): void;
  onAnswer(listener: (answer: Answer) => void): void;
  onFailure(listener: () => void): void;
  terminate(): void;
};

type BesideDeps<Request, Answer> = {
  startWorker(): ComparisonWorker<Request, Answer>;
  readonly clock: Pick<Clock, 'after'>;
};

/** Milliseconds. */
const longest = 20_000;

/**
 * Compares two texts in a worker and calls back once: with null where that takes longer than some twenty seconds, or
 * the worker ends by itself. Returns how to stop: after that it does not call back.
 */
export function compareBeside(
  request: ComparisonRequest,
  onResult: (comparison: Comparison | null) => void,
  deps: BesideDeps<ComparisonRequest, Comparison> = inWorker(),
): () => void {
  return askBeside(request, onResult, deps);
}

/** Finds the differences of a conflict in the same way (`conflictPlaces`). */
export function findConflictBeside(
  request: ConflictRequest,
  onResult: (places: Int32Array | null) => void,
): () => void {
  return askBeside(request, onResult, inWorker());
}

function askBeside<Request, Answer>(
  request: Request,
  onResult: (answer: Answer | null) => void,
  { startWorker, clock }: BesideDeps<Request, Answer>,
): () => void {
  const worker = startWorker();
  const end = () => {
    callOff();
    worker.terminate();
  };
  const settle = (result: Answer | null) => {
    end();
    onResult(result);
  };
  const callOff = afterRunning(clock, longest, () => settle(null));
  worker.onAnswer(settle);
  worker.onFailure(() => settle(null));
  worker.send(request);
  return end;
}

function inWorker<Request, Answer>(): BesideDeps<Request, Answer> {
  return {
    startWorker() {
      const worker = new Worker(new URL('./worker/compare-worker.ts', import.meta.url), { type: 'module' });
      return {
        send: (request) => worker.postMessage(request),
        onAnswer: (listener) =>
          worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => listener(data)),
        onFailure: (listener) => worker.addEventListener('error', listener),
        terminate: () => worker.terminate(),
      };
    },
    clock: { after: (milliseconds, run) => pageClock(window).after(milliseconds, run) },
  };
}
