import { expect, test } from 'vitest';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import type { ClientWorker } from '../../../ui/worker-client.ts';
import type { MarkdownPart, MarkdownSource, ReadReport, ReadRequest } from './markdown-parts.ts';
import { createMarkdownReader } from './markdown-reader.ts';

class FakeWorker implements ClientWorker<ReadRequest, ReadReport> {
  readonly requests: ReadRequest[] = [];
  isTerminated = false;
  report: (report: ReadReport) => void = () => undefined;
  fail: () => void = () => undefined;
  send(request: ReadRequest): void {
    this.requests.push(request);
  }
  onAnswer(listener: (report: ReadReport) => void): void {
    this.report = listener;
  }
  onFailure(listener: () => void): void {
    this.fail = listener;
  }
  terminate(): void {
    this.isTerminated = true;
  }
  /** The number of the request that came last. */
  get job(): number {
    return this.requests.at(-1)?.job ?? 0;
  }
}

function scene() {
  const workers: FakeWorker[] = [];
  const clock = manualClock();
  const reader = createMarkdownReader({
    clock,
    startWorker() {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
  });
  function read(text: string) {
    const seen = { parts: [] as MarkdownPart[], isEnded: false };
    const stop = reader.read(sourceOf(text), {
      parts: (parts) => seen.parts.push(...parts),
      ended: () => {
        seen.isEnded = true;
      },
    });
    return { seen, stop };
  }
  const worker = (at = -1) => {
    const found = workers.at(at);
    if (found === undefined) throw new Error('no worker was started');
    return found;
  };
  return { clock, workers, worker, read };
}

const blocks = (name: string): MarkdownPart => ({
  kind: 'formatted',
  blocks: [{ type: 'text', value: name }],
  nodes: 1,
});
const plain = (text: string): MarkdownPart => ({ kind: 'plain', text });
const sourceOf = (text: string): MarkdownSource => ({ text, keepsBreaks: false, prompt: null });
const sectionMs = 3_000;

test('a text is read by one worker, which reads the next text too', () => {
  const { worker, workers, read } = scene();
  const one = read('one');
  worker().report({ kind: 'parsing', job: worker().job, from: 0 });
  worker().report({ kind: 'parts', job: worker().job, parts: [blocks('one')] });
  worker().report({ kind: 'ended', job: worker().job });
  expect(one.seen).toEqual({ parts: [blocks('one')], isEnded: true });
  read('two');
  expect(worker().requests.map(({ source }) => source.text)).toEqual(['one', 'two']);
  expect(workers).toHaveLength(1);
});

test('what is shown as it is has the values that the worker put into it', () => {
  const { worker, read } = scene();
  const { seen } = read('Hi {name}, {a lot}');
  const { job } = worker();
  worker().report({ kind: 'text', job, text: 'Hi Grace, {a lot}' });
  worker().report({ kind: 'parts', job, parts: [blocks('Hi Grace')] });
  worker().report({ kind: 'failed', job, from: 8 });
  expect(seen).toEqual({ parts: [blocks('Hi Grace'), plain(', {a lot}')], isEnded: true });
});

test('a section that is parsed for too long ends the worker, and the rest is shown as it is', () => {
  const { clock, worker, workers, read } = scene();
  const { seen } = read('good bad');
  worker().report({ kind: 'parsing', job: worker().job, from: 0 });
  worker().report({ kind: 'parts', job: worker().job, parts: [blocks('good')] });
  worker().report({ kind: 'parsing', job: worker().job, from: 5 });
  clock.pass(sectionMs - 100);
  expect(seen.isEnded).toBe(false);
  clock.pass(100);
  expect(seen).toEqual({ parts: [blocks('good'), plain('bad')], isEnded: true });
  expect(worker().isTerminated).toBe(true);
  const next = read('next');
  expect(workers).toHaveLength(2);
  worker().report({ kind: 'parts', job: worker().job, parts: [blocks('next')] });
  expect(next.seen.parts).toEqual([blocks('next')]);
});

test('every section has a time of its own', () => {
  const { clock, worker, read } = scene();
  const { seen } = read('a long text');
  for (const from of [0, 2, 4]) {
    worker().report({ kind: 'parsing', job: worker().job, from });
    clock.pass(sectionMs - 100);
    worker().report({ kind: 'parts', job: worker().job, parts: [] });
    clock.pass(sectionMs);
  }
  worker().report({ kind: 'ended', job: worker().job });
  expect(seen).toEqual({ parts: [], isEnded: true });
  expect(worker().isTerminated).toBe(false);
});

test('a section whose code takes too long is read once more without colors', () => {
  const { clock, worker, read } = scene();
  const { seen } = read('fine ```slow```');
  worker().report({ kind: 'parts', job: worker().job, parts: [blocks('fine')] });
  worker().report({ kind: 'coloring', job: worker().job, from: 5 });
  clock.pass(sectionMs);
  expect(worker().requests).toEqual([
    { job: worker().job, source: sourceOf('fine ```slow```'), from: 5, isFirstUncolored: true },
  ]);
  worker().report({ kind: 'parts', job: worker().job, parts: [blocks('slow')] });
  worker().report({ kind: 'ended', job: worker().job });
  expect(seen).toEqual({ parts: [blocks('fine'), blocks('slow')], isEnded: true });
});

test('a text that was stopped is reported no more, and the newest one is read', () => {
  const { worker, read } = scene();
  const old = read('old');
  const oldJob = worker().job;
  worker().report({ kind: 'parsing', job: oldJob, from: 0 });
  old.stop();
  const newest = read('new');
  worker().report({ kind: 'parts', job: oldJob, parts: [blocks('old')] });
  worker().report({ kind: 'parts', job: worker().job, parts: [blocks('new')] });
  expect(old.seen).toEqual({ parts: [], isEnded: false });
  expect(newest.seen.parts).toEqual([blocks('new')]);
});

test('texts that are stopped before their turn never reach the worker', () => {
  const { worker, read } = scene();
  read('first');
  for (const text of ['a', 'ab', 'abc']) read(text).stop();
  read('abcd');
  worker().report({ kind: 'ended', job: worker().job });
  expect(worker().requests.map(({ source }) => source.text)).toEqual(['first', 'abcd']);
});

test('a worker that hangs in a text which was stopped is replaced, and the newest text is read whole', () => {
  const { clock, worker, workers, read } = scene();
  const old = read('hostile');
  worker().report({ kind: 'parsing', job: worker().job, from: 0 });
  old.stop();
  const { seen } = read('new');
  clock.pass(sectionMs);
  expect(workers).toHaveLength(2);
  expect(worker().requests).toEqual([
    { job: worker().job, source: sourceOf('new'), from: 0, isFirstUncolored: false },
  ]);
  worker().report({ kind: 'parts', job: worker().job, parts: [blocks('new')] });
  expect(seen.parts).toEqual([blocks('new')]);
});

test('a worker that cannot start shows the text as it is, and the next text has a new one', () => {
  const { worker, workers, read } = scene();
  const { seen } = read('text');
  worker().fail();
  expect(seen).toEqual({ parts: [plain('text')], isEnded: true });
  read('next');
  expect(workers).toHaveLength(2);
});

test('a text that the worker gives up is shown as it is from there on', () => {
  const { worker, read } = scene();
  const { seen } = read('good bad');
  worker().report({ kind: 'parts', job: worker().job, parts: [blocks('good')] });
  worker().report({ kind: 'failed', job: worker().job, from: 5 });
  expect(seen).toEqual({ parts: [blocks('good'), plain('bad')], isEnded: true });
});
