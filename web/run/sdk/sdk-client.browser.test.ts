import { expect, onTestFinished, test } from 'vitest';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import { readRun } from '../../data/run/run-ring.ts';
import { deleteLibraryOf } from '../../data/testing/deleted-library-scene.ts';
import { librarySuiteScene } from '../../data/testing/library-suite-scene.ts';
import { pageSurroundings } from '../../platform/page-surroundings.ts';
import { pageClock } from '../../ui/clock.ts';
import { createRunEngine } from '../run-engine.ts';
import { startSchemaWorker } from '../testing/schema-worker-scene.ts';

const databases = librarySuiteScene({ name: 'the browser', fresh: () => ({ indexedDB }) });

const entry: ModelEntry = {
  ...{ id: 5, name: 'Mine', kind: 'openai', server: 'ollama', from: 'device', model: 'm', price: null },
  ...{ address: 'http://localhost:11434/v1', defaults: {}, atOnce: 1 },
};

/** An endpoint that sends words until its request is aborted. */
function endlessWords(ended: () => void) {
  const encoder = new TextEncoder();
  const chunk = { choices: [{ index: 0, delta: { content: 'word ' }, finish_reason: null }] };
  return async (_: unknown, { signal }: RequestInit = {}) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) =>
        signal?.addEventListener('abort', () => {
          ended();
          controller.error(signal.reason);
        }),
      pull: (controller) =>
        new Promise((resolve) => {
          setTimeout(() => {
            if (signal?.aborted !== true) {
              controller.enqueue(encoder.encode(`data: ${JSON.stringify(chunk)}\n\n`));
            }
            resolve();
          }, 5);
        }),
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}

test('in a browser an answer streams, and its stop ends it and its request, with what had come', async () => {
  const library = await databases.open();
  let hasEnded = false;
  const engine = createRunEngine({
    startSchemaWorker,
    ...{ library, crypto, base: '', device: 'A test', browser: {}, page: pageSurroundings(window) },
    clock: pageClock(window),
    now: Date.now,
    exclusive: (name, task) => navigator.locks.request(name, () => task()),
    fetch: endlessWords(() => {
      hasEnded = true;
    }),
  });
  onTestFinished(async () => {
    engine.close();
    await deleteLibraryOf(library);
  });
  const { runs } = engine;
  const id = runs.start({
    ...{ promptId: 11, versionId: null, textHash: '', values: {}, settings: {}, model: entry },
    messages: [{ role: 'user', content: 'Go on.' }],
  });
  await expect.poll(() => runs.read().get(id)?.run.answer).toContain('word word word');
  const atStop = runs.read().get(id)?.run.answer ?? '';
  runs.stop(id);
  await expect.poll(() => hasEnded).toBe(true);
  await expect.poll(() => readRun(library, id)).toMatchObject({ state: 'stopped' });
  expect((await readRun(library, id))?.answer.startsWith(atStop)).toBe(true);
});
