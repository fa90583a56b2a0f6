import { expect, test } from 'vitest';
import { clientWorker } from '../../ui/worker-client.ts';
import { createSchemaThread } from './schema-thread.ts';

test('an expression of a schema that never ends stops neither the page nor the next comparison', async () => {
  const schemas = createSchemaThread({
    startWorker: () =>
      clientWorker(new Worker(new URL('./worker/schema-worker.ts', import.meta.url), { type: 'module' })),
  });
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 20);
  const endless = schemas.compare({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(60)}!`);
  expect(await endless).toBe('unknown');
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
  expect(await schemas.compare({ type: 'string' }, 3)).toMatchObject({ at: '' });
  expect(await schemas.compare({ type: 'string' }, 'three')).toBeNull();
  schemas.end();
});
