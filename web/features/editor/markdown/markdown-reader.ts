/**
 * Has texts read as Markdown in a worker, and never waits for it longer than `watched-worker.ts` allows.
 * 1. One worker for all views, kept between texts; it reads one text at a time, in the order in which they were asked for.
 * 2. A section that takes too long ends the worker; a new one goes on. If its code was being colored, it is read once
 *    more without colors; otherwise the rest of the text is shown as it is.
 * 3. A text that was stopped is not reported any more; its section still counts against the limit, since the worker is in it.
 * Before: `MarkdownView` asks. After: `worker/read-sections.ts` reads.
 */
import { textPieces } from '#shared/text/text-pieces.ts';
import type { MarkdownPart, MarkdownSource, ReadReport } from './markdown-parts.ts';
import { createWatchedWorker, type WatchedWorkerDeps, type WorkerStep } from './watched-worker.ts';

export type ReadListener = {
  parts(parts: readonly MarkdownPart[]): void;
  ended(): void;
};

export type MarkdownReader = {
  /** Returns how to stop; after that the listener is called no more. */
  read(source: MarkdownSource, listener: ReadListener): () => void;
};

export type ReaderDeps = Pick<WatchedWorkerDeps, 'startWorker' | 'clock'>;

type Job = {
  readonly number: number;
  readonly source: MarkdownSource;
  readonly listener: ReadListener;
  /** As it is read; as it is written until the worker reports that. */
  text: string;
};

export function createMarkdownReader({ startWorker, clock }: ReaderDeps): MarkdownReader {
  const waiting: Job[] = [];
  const worker = createWatchedWorker({ startWorker, clock, onReport, onLate });
  let current: Job | undefined;
  let lastNumber = 0;

  function send(job: Job, from: number, isFirstUncolored = false): void {
    worker.send({ job: job.number, source: job.source, from, isFirstUncolored });
  }

  function next(): void {
    current = waiting.shift();
    if (current !== undefined) send(current, 0);
  }

  function onReport(report: ReadReport): void {
    if (report.job !== current?.number) return;
    if (report.kind === 'text') current.text = report.text;
    if (report.kind === 'parts') current.listener.parts(report.parts);
    if (report.kind === 'failed') showAsItIs(current, report.from);
    if (report.kind === 'ended') end(current);
  }

  function showAsItIs(job: Job, from: number): void {
    const rest = job.text.slice(from);
    job.listener.parts(Array.from(textPieces(rest), (text): MarkdownPart => ({ kind: 'plain', text })));
    end(job);
  }

  function end(job: Job): void {
    job.listener.ended();
    if (current === job) next();
  }

  function onLate(step: WorkerStep): void {
    if (current === undefined) return;
    const at = typeof step === 'object' && step.job === current.number ? step : undefined;
    if (at?.kind === 'coloring') send(current, at.from, true);
    else if (at?.kind === 'parsing') showAsItIs(current, at.from);
    else if (step === 'starting') showAsItIs(current, 0);
    else send(current, 0);
  }

  return {
    read(source, listener) {
      lastNumber += 1;
      const job: Job = { number: lastNumber, source, listener, text: source.text };
      waiting.push(job);
      if (current === undefined) next();
      return () => {
        const place = waiting.indexOf(job);
        if (place >= 0) waiting.splice(place, 1);
        if (current === job) next();
      };
    },
  };
}
