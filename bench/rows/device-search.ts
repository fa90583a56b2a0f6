/** Search on the device: the built search worker in the real app, beside a plain scan on the page's own thread. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { SearchedPrompts } from '../../web/data/search/searched-prompts.ts';
import { words } from '../figures.ts';
import { benchAccount, fillServer } from '../filled-server.ts';
import type { Row, RowGroup } from '../row.ts';
import { openScriptPage } from '../script-page.ts';

const textBytes = 2048;

export const deviceSearch: RowGroup = {
  name: 'device-search',
  async measure({ quick }) {
    const prompts = quick ? 2_000 : 10_000;
    await using server = await startRealServer();
    await fillServer(server.origin, prompts);
    const blank = await openScriptPage(new URL('bare-fill-in-browser.ts', import.meta.url), 'fillBare');
    const context = await blank.browser.newContext({ baseURL: server.origin });
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto('/auth');
    await page.getByLabel('Username').fill(benchAccount.username);
    await page.getByLabel('Password', { exact: true }).fill(benchAccount.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('status', { name: 'Sync status' }).getByText('Synced').waitFor();
    const measured = await measureInPage(page, quick ? 3 : 5);
    await blank.end();
    return rowsOf(prompts, measured, memoryOf(prompts));
  },
};

type Measured = z.infer<typeof Measured>;
const Measured = z.object({
  took: z.array(z.number()),
  scans: z.array(z.number()),
  prepared: z.array(z.number()),
  first: z.array(z.number()),
  tasks: z.array(z.number()),
  counts: z.array(z.tuple([z.string(), z.number(), z.number()])),
});

/** Of a word of one text, one that is nowhere, a part of a word, two letters, a title, and two words in another order. */
function queriesOf(turn: number): string[] {
  const text = words(textBytes, turn * 37 + 1);
  return [
    text.slice(100, 112),
    'nowhere at all',
    text.slice(40, 44),
    text.slice(9, 11),
    `Prompt ${turn + 3}1`,
    `${text.slice(60, 70).trim().split(/\s/)[0]} ${text.slice(20, 32).trim()}`,
  ];
}

async function measureInPage(page: Page, workers: number): Promise<Measured> {
  const folder = fileURLToPath(new URL('../../dist/assets/', import.meta.url));
  const file = readdirSync(folder).find((name) => /^search-worker-.*\.js$/.test(name));
  if (file === undefined) throw new Error('The built app has no search worker.');
  const queries = Array.from({ length: 12 }, (_, turn) => queriesOf(turn)).flat();
  const measured = Measured.parse(
    await page.evaluate(searchInPage, { script: `/assets/${file}`, queries, workers }),
  );
  for (const [query, count, scanned] of measured.counts) {
    if (count !== scanned) throw new Error(`"${query}": ${count} found, ${scanned} by the scan.`);
  }
  return measured;
}

/** Runs in the page. */
async function searchInPage(asked: { script: string; queries: string[]; workers: number }): Promise<unknown> {
  const { name = '' } = (await indexedDB.databases()).find((each) => each.name?.includes('library')) ?? {};
  const timed = async <T>(into: number[], act: () => T | Promise<T>) => {
    const started = performance.now();
    const result = await act();
    into.push(performance.now() - started);
    return result;
  };
  const search = (worker: Worker, query: string) =>
    new Promise<number>((resolve, reject) => {
      worker.onmessage = ({ data }) =>
        data.ok ? resolve(data.result.count) : reject(new Error(data.reason));
      worker.postMessage({ number: 1, databaseName: name, query, commits: 0 });
    });
  const [took, scans, prepared, first, tasks]: number[][] = [[], [], [], [], []];
  const counts: [string, number, number][] = [];
  new PerformanceObserver((list) =>
    tasks?.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({
    type: 'longtask',
  });
  let worker = new Worker(asked.script, { type: 'module' });
  for (let turn = 0; turn < asked.workers; turn += 1) {
    worker.terminate();
    worker = new Worker(asked.script, { type: 'module' });
    await timed(prepared ?? [], () => search(worker, ''));
    await timed(first ?? [], () => search(worker, 'nowhere at all'));
  }
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const whileBuilt = [...(tasks ?? [])];
  const answerOf = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await answerOf(indexedDB.open(name));
  const stored: { row: { title: string; content: string } }[] = await answerOf(
    db.transaction('prompts').objectStore('prompts').getAll(),
  );
  db.close();
  const lower = stored.map(({ row }) => [row.title.toLowerCase(), row.content.toLowerCase()]);
  const scan = (query: string) => {
    const wanted = query.trim().toLowerCase().split(/\s+/);
    return lower.filter((texts) => wanted.every((word) => texts.some((text) => text.includes(word)))).length;
  };
  for (const query of asked.queries) {
    const count = await timed(took ?? [], () => search(worker, query));
    counts.push([query, count, await timed(scans ?? [], () => scan(query))]);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  worker.terminate();
  return { took, scans, prepared, first, tasks: [0, ...whileBuilt], counts };
}

/** Returns what a search holds in memory beyond the texts themselves, in MB, with the size of these. */
function memoryOf(prompts: number): { index: number; texts: number } {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const used = () => {
    if (typeof collect === 'function') collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return (heapUsed + arrayBuffers) / 2 ** 20;
  };
  const before = used();
  const held = new SearchedPrompts();
  for (let id = 1; id <= prompts; id += 1) {
    const content = words(textBytes, id).replaceAll(/(?<=\n)./g, (letter) => letter.toUpperCase());
    // A text as it comes from the database is one flat string.
    held.put({
      ...{ id, title: `Prompt ${id}`, projectId: 1, content: Buffer.from(content).toString() },
      ...{ notes: [], tags: [], labels: [], createdAt: '2026-01-01T00:00:00.000Z' },
    });
  }
  while (held.signSome(1_000_000));
  const texts = (prompts * textBytes) / 2 ** 20;
  const index = used() - before - texts;
  return { index: held.size === prompts ? index : Number.NaN, texts };
}

function rowsOf(prompts: number, measured: Measured, memory: { index: number; texts: number }): Row[] {
  const size = `${prompts.toLocaleString('en')} × 2 KB`;
  const scanned = (values: number[]) => ({ name: 'plain scan of lower-cased texts', values });
  const isAnyOrder = (_: number, index: number) => index % queriesOf(0).length === queriesOf(0).length - 1;
  const each = (title: string, ours: number[], bar: Row['bar']): Row => ({ title, unit: 'ms', ours, bar });
  return [
    {
      ...each(`search on the device, ${size}`, measured.took, null),
      reference: scanned(measured.scans),
      bar: { at: 'p50', of: 'ratio', limit: 0.3, better: 'lower' },
    },
    {
      ...each(`search for words in any order, ${size}`, measured.took.filter(isAnyOrder), null),
      reference: scanned(measured.scans.filter(isAnyOrder)),
      bar: { at: 'p50', of: 'ratio', limit: 0.4, better: 'lower' },
    },
    each(`search on the device, ${size}, worst`, measured.took, {
      ...{ at: 'p95', of: 'value', limit: 16, better: 'lower' },
    }),
    each(`first search after the start, ${size}`, measured.first, {
      ...{ at: 'p50', of: 'value', limit: 150, better: 'lower' },
    }),
    each(`search worker begins and reads ${size}`, measured.prepared, null),
    each(`longest task of the page meanwhile, ${size}`, measured.tasks, {
      ...{ at: 'max', of: 'value', limit: 50, better: 'lower' },
    }),
    {
      title: `memory of the search beyond the texts, ${size}`,
      unit: 'MB',
      ours: [memory.index],
      reference: { name: 'texts', values: [memory.texts] },
      bar: { at: 'max', of: 'ratio', limit: 1, better: 'lower' },
    },
  ];
}
