import { atom } from 'jotai';
import { type Clock, pageClock } from '../../../ui/clock.ts';
import { clientWorker } from '../../../ui/worker-client.ts';
import type { ReadReport, ReadRequest } from './markdown-parts.ts';
import { createMarkdownReader } from './markdown-reader.ts';

/** Measures how long the worker takes; null: the page's own clock does. A test without a limit sets a slower one. */
export const markdownClockAtom = atom<Pick<Clock, 'after'> | null>(null);

/** One for the page: what a second view asks for finds the worker started. */
export const markdownReaderAtom = atom((get) =>
  createMarkdownReader({ startWorker, clock: get(markdownClockAtom) ?? pageClock(window) }),
);

const startWorker = () =>
  clientWorker<ReadRequest, ReadReport>(
    new Worker(new URL('./worker/markdown-worker.ts', import.meta.url), { type: 'module' }),
  );
