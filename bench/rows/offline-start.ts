/** A start without the network, with a large library and with an empty one: from the reload until both can be used. */
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { type RealServer, startRealServer } from '../../e2e/stage/real-server.ts';
import { benchAccount, fillServer } from '../filled-server.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { RowGroup } from '../row.ts';

export const offlineStart: RowGroup = {
  name: 'offline-start',
  async measure({ quick }) {
    const prompts = quick ? 1_000 : 10_000;
    const turns = quick ? 3 : 15;
    await using filled = await startRealServer();
    await fillServer(filled.origin, prompts);
    await using empty = await startRealServer();
    await fillServer(empty.origin, 0);
    const browser = await launchBrowser();
    try {
      const [large, small] = [await offlinePage(browser, filled), await offlinePage(browser, empty)];
      const ours: number[] = [];
      const reference: number[] = [];
      for (let turn = 0; turn < turns; turn += 1) {
        reference.push(await startMs(small));
        ours.push(await startMs(large));
      }
      return [
        {
          title: `start offline with ${prompts.toLocaleString('en')} × 2 KB, until the workspace can be used`,
          unit: 'ms',
          ours,
          reference: { name: 'with an empty library', values: reference },
          bar: { at: 'p50', of: 'ratio', limit: 1.2, better: 'lower' },
        },
      ];
    } finally {
      await browser.close();
    }
  },
};

/** Signs in, receives the library, and cuts the network once the service worker controls the page. */
async function offlinePage(browser: Browser, { origin }: RealServer): Promise<Page> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto('/auth');
  await page.getByLabel('Username').fill(benchAccount.username);
  await page.getByLabel('Password', { exact: true }).fill(benchAccount.password);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('status', { name: 'Sync status' }).getByText('Synced').waitFor();
  await page.addInitScript(recordUsable);
  await page.reload();
  await startOf(page);
  if (!(await page.evaluate(() => navigator.serviceWorker.controller !== null))) {
    throw new Error('The service worker does not control the page.');
  }
  await context.setOffline(true);
  return page;
}

async function startMs(page: Page): Promise<number> {
  await page.reload();
  return startOf(page);
}

async function startOf(page: Page): Promise<number> {
  await page.waitForFunction(() => 'usableMs' in globalThis);
  return z.number().parse(await page.evaluate('usableMs'));
}

/** Runs in the page: records when its first frame with rows, the search field and "New Prompt" was drawn. */
function recordUsable(): void {
  const isUsable = () =>
    document.querySelectorAll('[role=treeitem]').length > 1 &&
    document.querySelector('input[type=search], [role=combobox], [role=searchbox]') !== null &&
    [...document.querySelectorAll('button')].some(
      ({ textContent, disabled }) => textContent === 'New Prompt' && !disabled,
    );
  const look = () => {
    if (isUsable()) Object.assign(globalThis, { usableMs: performance.now() });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
