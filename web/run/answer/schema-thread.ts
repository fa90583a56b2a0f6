/**
 * Compares answers with schemas in a thread of its own, one after the other. Where one takes longer than a few seconds the
 * thread is ended, and the next one begins another.
 */
import type { SchemaMismatch } from '#shared/checks/schema-mismatch.ts';
import { createWorkerClient, type WorkerClientDeps } from '../../ui/worker-client.ts';
import type { SchemaAnswer, SchemaQuestion } from './schema-question.ts';

/** How long a comparison may take, and how long a thread may take to start, in milliseconds. */
const longest = { comparison: 3_000, start: 10_000 } as const;

/** Null: the value fits, or the schema cannot be used. `unknown`: it took too long, or no thread starts. */
export type CompareWithSchema = (
  schema: object,
  value: unknown,
) => Promise<SchemaMismatch | null | 'unknown'>;

export type SchemaThread = { readonly compare: CompareWithSchema; end(): void };

type Deps = Pick<WorkerClientDeps<SchemaQuestion, SchemaAnswer>, 'startWorker' | 'clock'>;

export function createSchemaThread(deps: Deps): SchemaThread {
  let turn: Promise<unknown> = Promise.resolve();
  let number = 0;
  let settle: (outcome: SchemaAnswer['outcome'] | 'unknown') => void = () => {};
  const client = createWorkerClient<SchemaQuestion, SchemaAnswer>({
    ...deps,
    onAnswer(answer) {
      if (answer.number === 0) return client.watch(longest.comparison);
      if (answer.number !== number) return;
      client.rest();
      settle(answer.outcome);
    },
    onEnd: () => settle('unknown'),
  });

  const ask = (schema: object, value: unknown) =>
    new Promise<SchemaAnswer['outcome'] | 'unknown'>((resolve) => {
      settle = resolve;
      number += 1;
      client.watch(client.isRunning() ? longest.comparison : longest.start);
      try {
        client.send({ number, schema, value });
      } catch {
        // The browser starts no thread.
        client.end();
        resolve('unknown');
      }
    });

  return {
    compare(schema, value) {
      const compared = turn.then(() => ask(schema, value));
      turn = compared;
      return compared;
    },
    end() {
      client.end();
      settle('unknown');
    },
  };
}
