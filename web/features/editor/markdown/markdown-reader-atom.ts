import { atom } from 'jotai';
import { type Clock, pageClock } from '../../../ui/clock.ts';
import type { ReadReport } from './markdown-parts.ts';
import { createMarkdownReader } from './markdown-reader.ts';
import type { ReaderWorker } from './watched-worker.ts';

/** Measures how long the worker takes; null: the page's own clock does. A test without a limit sets a slower one. */
export const markdownClockAtom = atom<Pick<Clock, 'after'> | null>(null);

/** One for the page: what a second view asks for finds the worker started. */
export const markdownReaderAtom = atom((get) =>
  createMarkdownReader({ startWorker, clock: get(markdownClockAtom) ?? pageClock(window) }),
);

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
