/**
 * Has one PostgreSQL for a run of Vitest, started when the first test file needs it: this part runs beside the tests, in
 * the process that outlives all of their workers, and answers with the address of the database. Each project that names
 * this file loads it for itself, so what they share is a global.
 */
import { createServer } from 'node:http';
import type { TestProject } from 'vitest/node';
import { startPostgres, type TestPostgres } from './postgres-binaries.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the address of the run's PostgreSQL. */
    postgresOfRun: string;
  }
}

declare global {
  var startedPostgres: Promise<TestPostgres> | undefined;
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const door = createServer((_, response) => {
    globalThis.startedPostgres ??= startPostgres();
    globalThis.startedPostgres.then(
      ({ url }) => response.end(url),
      (error: Error) => response.writeHead(500).end(error.message),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const address = door.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port for the tests');
  provide('postgresOfRun', `http://127.0.0.1:${address.port}`);
  return async () => {
    door.closeAllConnections();
    door.close();
    const started = globalThis.startedPostgres;
    globalThis.startedPostgres = undefined;
    const running = await started?.catch(() => undefined);
    await running?.stop();
  };
}
