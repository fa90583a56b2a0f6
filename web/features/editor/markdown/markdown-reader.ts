/**
 * Has texts read as Markdown in a worker, and never waits for it longer than `limits` say.
 * 1. One worker for all views, kept between texts; it reads one text at a time, in the order in which they were asked for.
 * 2. A section that takes too long ends the worker; a new one goes on. If its code was being colored, it is read once
 *    more without colors; otherwise the rest of the text is shown as it is.
 * 3. What was stopped is heard of no more; its section still counts against the limit, since the worker is in it.
 * Before: `MarkdownView` asks. After: `worker/read-sections.ts` reads.
 */
import { textPieces } from '#shared/text/text-pieces.ts';
import type { Clock } from '../../../ui/clock.ts';
import type { MarkdownPart, ReadReport, ReadRequest } from './markdown-parts.ts';

export type ReaderWorker = {
  send(request: ReadRequest): void;
  onReport(listener: (report: ReadReport) => void): void;
  onFailure(listener: () => void): void;
  terminate(): void;
};

export type ReadListener = {
  parts(parts: readonly MarkdownPart[]): void;
  ended(): void;
};

export type MarkdownReader = {
  /** Returns how to stop; after that the listener is called no more. */
  read(text: string, listener: ReadListener): () => void;
};

export type ReaderDeps = { startWorker(): ReaderWorker; clock: Pick<Clock, 'after'> };

/** Counted in turns of the page: while it cannot run itself, it must not blame the worker. */
const tickMs = 100;
const limits = { sectionTicks: 10, startTicks: 100 } as const;

type Job = { readonly number: number; readonly text: string; readonly listener: ReadListener };
type Running = { readonly worker: ReaderWorker; step: ReadReport | 'starting' | 'idle' };

export function createMarkdownReader({ startWorker, clock }: ReaderDeps): MarkdownReader {
  const waiting: Job[] = [];
  let current: Job | undefined;
  let running: Running | undefined;
  let lastNumber = 0;
  let callOffWatch = () => {};

  function watch(ticks: number): void {
    callOffWatch();
    callOffWatch = clock.after(tickMs, () => (ticks > 1 ? watch(ticks - 1) : late()));
  }

  function begin(): Running {
    const worker = startWorker();
    const begun: Running = { worker, step: 'starting' };
    worker.onReport((report) => {
      if (running === begun) receive(begun, report);
    });
    worker.onFailure(() => {
      if (running === begun) late();
    });
    watch(limits.startTicks);
    return begun;
  }

  function send(job: Job, from: number, isFirstUncolored = false): void {
    running ??= begin();
    running.worker.send({ job: job.number, text: job.text, from, isFirstUncolored });
  }

  function next(): void {
    current = waiting.shift();
    if (current !== undefined) send(current, 0);
  }

  function receive(from: Running, report: ReadReport): void {
    const isBusy = report.kind === 'parsing' || report.kind === 'coloring';
    from.step = isBusy ? report : 'idle';
    callOffWatch();
    if (isBusy) watch(limits.sectionTicks);
    else if (report.job === current?.number) take(current, report);
  }

  function take(job: Job, report: ReadReport): void {
    if (report.kind === 'parts') job.listener.parts(report.parts);
    if (report.kind === 'failed') showAsItIs(job, report.from);
    if (report.kind === 'ended') end(job);
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

  /** The worker takes too long, or has ended by itself. */
  function late(): void {
    const step = running?.step;
    callOffWatch();
    running?.worker.terminate();
    running = undefined;
    if (current === undefined) return;
    const at = typeof step === 'object' && step.job === current.number ? step : undefined;
    if (at?.kind === 'coloring') send(current, at.from, true);
    else if (at?.kind === 'parsing') showAsItIs(current, at.from);
    else if (step === 'starting') showAsItIs(current, 0);
    else send(current, 0);
  }

  return {
    read(text, listener) {
      lastNumber += 1;
      const job: Job = { number: lastNumber, text, listener };
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
