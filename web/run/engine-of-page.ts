import { deviceName } from '#shared/text/device-name.ts';
import { pageSurroundings } from '../platform/page-surroundings.ts';
import { clientWorker } from '../ui/worker-client.ts';
import { createRunEngine, type RunEngine, type RunEngineDeps } from './run-engine.ts';

/** Constructs the engine of this page: everything that only runs need is loaded with it. */
export function engineOfPage(
  page: Window & typeof globalThis,
  deps: Pick<RunEngineDeps, 'library' | 'clock' | 'exclusive' | 'base'>,
): RunEngine {
  return createRunEngine({
    ...deps,
    fetch: page.fetch.bind(page),
    crypto: page.crypto,
    page: pageSurroundings(page),
    now: () => page.Date.now(),
    device: deviceName(page.navigator),
    browser: page,
    startSchemaWorker: () =>
      clientWorker(
        new Worker(new URL('./answer/worker/schema-worker.ts', import.meta.url), { type: 'module' }),
      ),
  });
}
