import type { Comparison } from '#shared/diff/compare-texts.ts';
import { type Clock, pageClock } from '../clock.ts';
import type { ComparisonRequest } from './comparison-request.ts';

/** The part of a Worker that a comparison uses. */
export type ComparisonWorker = {
  send(request: ComparisonRequest): void;
  onAnswer(listener: (comparison: Comparison) => void): void;
  onFailure(listener: () => void): void;
  terminate(): void;
};

export type CompareBesideDeps = {
  startWorker(): ComparisonWorker;
  readonly clock: Pick<Clock, 'after'>;
};

/** Counted in turns of the page: while it cannot run itself, it must not blame the worker. */
const tickMs = 100;
const mostTicks = 200;

/**
 * Compares two texts in a worker and calls back once: with null where that takes longer than some twenty seconds, or
 * the worker ends by itself. Returns how to stop: after that it does not call back.
 */
export function compareBeside(
  request: ComparisonRequest,
  onResult: (comparison: Comparison | null) => void,
  { startWorker, clock }: CompareBesideDeps = beside,
): () => void {
  const worker = startWorker();
  let callOffWatch = () => {};
  const end = () => {
    callOffWatch();
    worker.terminate();
  };
  const settle = (result: Comparison | null) => {
    end();
    onResult(result);
  };
  const watch = (ticks: number) => {
    callOffWatch = clock.after(tickMs, () => (ticks > 1 ? watch(ticks - 1) : settle(null)));
  };
  watch(mostTicks);
  worker.onAnswer(settle);
  worker.onFailure(() => settle(null));
  worker.send(request);
  return end;
}

const beside: CompareBesideDeps = {
  startWorker() {
    const worker = new Worker(new URL('./worker/compare-worker.ts', import.meta.url), { type: 'module' });
    return {
      send: (request) => worker.postMessage(request),
      onAnswer: (listener) =>
        worker.addEventListener('message', ({ data }: MessageEvent<Comparison>) => listener(data)),
      onFailure: (listener) => worker.addEventListener('error', listener),
      terminate: () => worker.terminate(),
    };
  },
  clock: { after: (milliseconds, run) => pageClock(window).after(milliseconds, run) },
};
