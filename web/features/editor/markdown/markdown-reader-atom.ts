import { atom } from 'jotai';
import { pageClock } from '../../../ui/clock.ts';
import type { ReadReport } from './markdown-parts.ts';
import { createMarkdownReader } from './markdown-reader.ts';
import type { ReaderWorker } from './watched-worker.ts';

/** One for the page: what a second view asks for finds the worker started. */
export const markdownReaderAtom = atom(() => createMarkdownReader({ startWorker, clock: pageClock(window) }));

function startWorker(): ReaderWorker {
  const worker = new Worker(new URL('./worker/markdown-worker.ts', import.meta.url), { type: 'module' });
  return {
    send: (request) => worker.postMessage(request),
    onReport: (listener) =>
      worker.addEventListener('message', (event: MessageEvent<ReadReport>) => listener(event.data)),
    onFailure: (listener) => worker.addEventListener('error', listener),
    terminate: () => worker.terminate(),
  };
}
