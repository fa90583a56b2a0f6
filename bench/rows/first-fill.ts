/** A fresh browser that receives a whole library: from the press of "Sign In" until the last row is stored. */
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { type RealServer, startRealServer } from '../../e2e/stage/real-server.ts';
import { benchAccount, fillServer } from '../filled-server.ts';
import type { Row, RowGroup } from '../row.ts';
import { openScriptPage } from '../script-page.ts';

const textBytes = 2048;

export const firstFill: RowGroup = {
  name: 'first-fill',
  async measure({ quick }) {
    const prompts = quick ? 2_000 : 10_000;
    const turns = quick ? 1 : 5;
    await using server = await startRealServer();
    await fillServer(server.origin, prompts);
    const bare = await openScriptPage(new URL('bare-fill-in-browser.ts', import.meta.url), 'fillBare');
    const reference: number[] = [];
    const fills: Fill[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      reference.push(z.number().parse(await bare.page.evaluate(`fillBare(${prompts}, ${textBytes})`)));
      fills.push(await fillBrowser(bare.browser, server, prompts));
    }
    await bare.end();
    return rowsOf(prompts, fills, reference);
  },
};

type Fill = { firstRowMs: number; syncedMs: number; longestTaskMs: number };

function rowsOf(prompts: number, fills: readonly Fill[], reference: readonly number[]): Row[] {
  const count = prompts.toLocaleString('en');
  return [
    {
      title: `first fill of ${count} × 2 KB, from "Sign In" to "Synced"`,
      unit: 'ms',
      ours: fills.map(({ syncedMs }) => syncedMs),
      reference: { name: 'bare Dexie bulkPut', values: reference },
      bar: { at: 'p50', of: 'ratio', limit: 1.3, better: 'lower' },
    },
    {
      title: `first fill of ${count} × 2 KB, until the first row is on the screen`,
      unit: 'ms',
      ours: fills.map(({ firstRowMs }) => firstRowMs),
      bar: { at: 'p50', of: 'value', limit: 1000, better: 'lower' },
    },
    {
      title: `first fill of ${count} × 2 KB, longest task of the page`,
      unit: 'ms',
      ours: fills.map(({ longestTaskMs }) => longestTaskMs),
      bar: null,
    },
  ];
}

async function fillBrowser(browser: Browser, { origin }: RealServer, prompts: number): Promise<Fill> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto('/auth');
  await page.getByLabel('Username').fill(benchAccount.username);
  await page.getByLabel('Password', { exact: true }).fill(benchAccount.password);
  // The service worker's own first load is not part of it: most devices that sign in have been here before.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
  });
  const started = performance.now();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page
    .getByRole('treeitem', { name: /^Prompt / })
    .first()
    .waitFor();
  const firstRowMs = performance.now() - started;
  await page.getByRole('status', { name: 'Sync status' }).getByText('Synced').waitFor();
  const syncedMs = performance.now() - started;
  const longestTaskMs = z.number().parse(await page.evaluate('Math.max(0, ...longTasks)'));
  await assertFilled(page, prompts);
  await context.close();
  return { firstRowMs, syncedMs, longestTaskMs };
}

async function assertFilled(page: Page, prompts: number): Promise<void> {
  const stored = await page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((each) => each.name?.includes('library')) ?? {};
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name ?? '');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const count = await new Promise<number>((resolve) => {
      const counting = db.transaction('prompts').objectStore('prompts').count();
      counting.onsuccess = () => resolve(counting.result);
    });
    db.close();
    return count;
  });
  if (stored !== prompts) throw new Error(`${stored} of ${prompts} prompts are on the device.`);
}
