/**
 * The rendered view in Chromium, given texts that were made to stop it. What counts is the longest task of the page's
 * thread: in time on the clock, and in time of the processor, which is the one to believe on a busy machine.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { z } from 'zod';
import { chromiumFlags, chromiumPath } from '../../e2e/chromium.ts';
import { hostileText, hostileTexts } from '../../web/features/editor/markdown/hostile-samples.ts';
import { type Figure, ms, percentiles } from '../figures.ts';

const textsInAll = 2_000;
const textsInATrace = 25;
const lengths = [1_000, 5_000, 20_000] as const;

type Shown = { name: string; isPlain: boolean; took: number };
type Tasks = { wall: number; processor: number; name: string };

export async function benchHostileText(count: number = textsInAll): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-text-'));
  try {
    await buildPage(folder);
    const server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://host').pathname);
      readFile(join(folder, path === '/' ? 'index.html' : path)).then(
        (bytes) => response.setHeader('Content-Type', typeOf(path)).end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const figures = await showAll(`http://127.0.0.1:${port}/`, count);
    server.close();
    return figures;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function buildPage(outDir: string): Promise<void> {
  const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));
  const root = fileURLToPath(new URL('./', import.meta.url));
  const { default: config } = await import(configFile);
  await build({
    configFile: false,
    root,
    resolve: config.resolve,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, target: 'es2023' },
  });
}

function typeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript';
  return path.endsWith('.css') ? 'text/css' : 'text/html';
}

function textAt(turn: number): { name: string; text: string } {
  const named = hostileTexts[turn];
  if (named !== undefined) return { name: named[0], text: named[1](20_000) };
  return { name: `random text ${turn}`, text: hostileText(turn, lengths[turn % lengths.length] ?? 1_000) };
}

async function showAll(origin: string, count: number): Promise<Figure[]> {
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...chromiumFlags],
  });
  const page = await browser.newPage();
  await page.goto(origin);
  await page.waitForFunction(() => window.show !== undefined);
  // The first text waits for the worker to start and for every line of code to run for the first time.
  await page.evaluate(() => window.show?.('# First', -1));
  const shown: Shown[] = [];
  const longest: Tasks[] = [];
  for (let first = 0; first < count; first += textsInATrace) {
    const turns = Array.from({ length: Math.min(textsInATrace, count - first) }, (_, at) => first + at);
    longest.push(...(await traced(browser, page, turns, shown)));
  }
  await browser.close();
  const byProcessor = longest.toSorted((a, b) => b.processor - a.processor);
  const byWall = longest.toSorted((a, b) => b.wall - a.wall);
  return [
    { what: 'texts that ended in a view', figure: `${shown.length} of ${count}` },
    {
      what: 'of them shown as they are, in part or whole',
      figure: `${shown.filter(({ isPlain }) => isPlain).length}`,
    },
    { what: 'from a text to its view', figure: percentiles(shown.map(({ took }) => took)) },
    {
      what: 'longest task of each text, processor',
      figure: percentiles(longest.map(({ processor }) => processor)),
    },
    {
      what: 'texts with a task over 100 ms, processor',
      figure: `${longest.filter(({ processor }) => processor > 100).length}`,
    },
    {
      what: 'texts with a task over 100 ms, clock',
      figure: `${longest.filter(({ wall }) => wall > 100).length}`,
    },
    ...byProcessor
      .slice(0, 8)
      .map(({ name, processor }) => ({ what: `longest by processor: ${name}`, figure: ms(processor) })),
    ...byWall.slice(0, 3).map(({ name, wall }) => ({ what: `longest by clock: ${name}`, figure: ms(wall) })),
  ];
}

const TraceEvent = z.object({
  name: z.string(),
  pid: z.number().optional(),
  tid: z.number().optional(),
  ts: z.number().optional(),
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.record(z.string(), z.unknown()).optional(),
});
const Trace = z.object({ traceEvents: z.array(TraceEvent) });

/** Draws these texts, and returns the longest task while each of them was drawn. */
async function traced(browser: Browser, page: Page, turns: number[], shown: Shown[]): Promise<Tasks[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'blink.user_timing', '__metadata'] });
  for (const turn of turns) {
    const { name, text } = textAt(turn);
    const started = performance.now();
    const drawn = await page.evaluate(
      ([source, number]) => {
        performance.mark(`turn-${number}`);
        return window.show?.(source, number);
      },
      [text, turn] as const,
    );
    const took = performance.now() - started;
    if (drawn !== undefined) shown.push({ name, isPlain: drawn.isPlain, took });
  }
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const marks = traceEvents.filter(({ name }) => name.startsWith('turn-'));
  const thread = marks[0];
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => /RunTask$/.test(name) && pid === thread?.pid && tid === thread?.tid,
  );
  return turns.map((turn): Tasks => {
    const start = marks.find(({ name }) => name === `turn-${turn}`)?.ts ?? 0;
    const end = marks.find(({ name }) => name === `turn-${turn + 1}`)?.ts ?? Number.POSITIVE_INFINITY;
    const own = tasks.filter(({ ts = 0, dur = 0 }) => ts + dur > start && ts < end);
    return {
      name: textAt(turn).name,
      wall: Math.max(0, ...own.map(({ dur = 0 }) => dur / 1000)),
      processor: Math.max(0, ...own.map(({ tdur = 0 }) => tdur / 1000)),
    };
  });
}
