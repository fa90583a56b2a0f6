import type { Comparison } from '#shared/diff/compare-texts.ts';
import { clientWorker, createWorkerClient, type WorkerClientDeps } from '../worker-client.ts';
import type { ComparisonRequest, ConflictRequest } from './comparison-request.ts';

type BesideDeps<Request, Answer> = Pick<WorkerClientDeps<Request, Answer>, 'startWorker' | 'clock'>;

/** Milliseconds. */
const longest = 20_000;

/**
 * Compares two texts in a worker and calls back once: with null where that takes longer than some twenty seconds, or
 * the worker ends by itself. Returns how to stop: after that it does not call back.
 */
export function compareBeside(
  request: ComparisonRequest,
  onResult: (comparison: Comparison | null) => void,
  deps: BesideDeps<ComparisonRequest, Comparison> = { startWorker },
): () => void {
  return askBeside(request, onResult, deps);
}

/** Finds the differences of a conflict in the same way (`conflictPlaces`). */
export function findConflictBeside(
  request: ConflictRequest,
  onResult: (places: Int32Array | null) => void,
): () => void {
  return askBeside<ConflictRequest, Int32Array>(request, onResult, { startWorker });
}

function askBeside<Request, Answer>(
  request: Request,
  onResult: (answer: Answer | null) => void,
  deps: BesideDeps<Request, Answer>,
): () => void {
  const client = createWorkerClient<Request, Answer>({
    ...deps,
    onAnswer(answer) {
      client.end();
      onResult(answer);
    },
    onEnd: () => onResult(null),
  });
  client.watch(longest);
  client.send(request);
  return client.end;
}

function startWorker<Request, Answer>() {
  return clientWorker<Request, Answer>(
    new Worker(new URL('./worker/compare-worker.ts', import.meta.url), { type: 'module' }),
  );
}
