/** Tests a server whose files lie in a bucket: its start, its health while the store is away, its doctor, its backups. */
import { afterAll, expect, test } from 'vitest';
import { startObjectStore } from './testing/object-store.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const store = await startObjectStore();
afterAll(() => store[Symbol.asyncDispose]());

const { FILES_URL = '' } = store.variables;

test('a server starts without a store that does not answer, and writes it into its log', async () => {
  using folder = temporaryFolder();
  const away = FILES_URL.replace(/:\d+$/, ':9');
  using server = spawnServer({
    ...{ ...store.variables, FILES_URL: away, DATA_DIR: folder.path, LOG_LEVEL: 'warn' },
  });
  expect((await fetch(`${await server.ready}/healthz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect((await server.ended).err).toContain('see whether the store runs');
});
