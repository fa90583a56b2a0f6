import { z } from 'zod';
import { clientWorker, createWorkerClient, type WorkerClientDeps } from '../../../ui/worker-client.ts';

/** How long a worker may take to start, and then to parse, before a text is shown as it is. */
const limits = { startMs: 10_000, parseMs: 1_000 } as const;

/** The worker reports when it begins. */
const Answer = z.union([z.literal('ready'), z.boolean()]);

type JsonCheckDeps = Pick<WorkerClientDeps<string, unknown>, 'startWorker' | 'clock'>;

/**
 * Calls back once with whether the text is JSON; false as well where that takes a worker more than a second, or more
 * memory than it has. Returns how to stop: after that it does not call back.
 */
export function checkJson(
  text: string,
  onResult: (isJson: boolean) => void,
  deps: JsonCheckDeps = { startWorker },
): () => void {
  const client = createWorkerClient<string, unknown>({
    ...deps,
    onAnswer(answer) {
      const parsed = Answer.parse(answer);
      if (parsed === 'ready') return client.watch(limits.parseMs);
      client.end();
      onResult(parsed);
    },
    onEnd: () => onResult(false),
  });
  client.watch(limits.startMs);
  client.send(text);
  return client.end;
}

const startWorker = () =>
  clientWorker<string, unknown>(
    new Worker(new URL('./worker/json-worker.ts', import.meta.url), { type: 'module' }),
  );
