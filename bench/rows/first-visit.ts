/**
 * A first visit over a slow line (1.6 Mbit/s, 150 ms), with nothing kept: until the sign-in form is there, and from Enter in
 * it until a typed character is in the editor of the prompt that was asked for.
 */
import type { Browser } from 'playwright-core';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { benchAccount } from '../filled-server.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { Row, RowGroup } from '../row.ts';
import { promptApi } from './typing-texts.ts';

const bytesASecond = (megabits: number) => (megabits * 1_000_000) / 8;
const line = {
  ...{ offline: false, latency: 150 },
  ...{ downloadThroughput: bytesASecond(1.6), uploadThroughput: bytesASecond(0.75) },
};

export const firstVisit: RowGroup = {
  name: 'first-visit',
  async measure({ quick }) {
    await using server = await startRealServer();
    const id = await (await promptApi(server.origin)).make('Visited', 10_000);
    const browser = await launchBrowser();
    try {
      const visits: Visit[] = [];
      for (let turn = 0; turn < (quick ? 1 : 5); turn += 1)
        visits.push(await visit(browser, `${server.origin}/p/${id}`));
      return [
        row(
          'until the sign-in form is there',
          visits.map(({ formMs }) => formMs),
          3_150,
        ),
        row(
          'from Enter in it to a typed character',
          visits.map(({ typedMs }) => typedMs),
          4_350,
        ),
      ];
    } finally {
      await browser.close();
    }
  },
};

function row(what: string, ours: readonly number[], limit: number): Row {
  const title = `first visit over 1.6 Mbit/s and 150 ms, ${what}`;
  return { title, unit: 'ms', ours, bar: { at: 'p50', of: 'value', limit, better: 'lower' } };
}

type Visit = { readonly formMs: number; readonly typedMs: number };

async function visit(browser: Browser, address: string): Promise<Visit> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.emulateNetworkConditions', line);
    const began = performance.now();
    await page.goto(address, { waitUntil: 'commit' });
    await page.getByLabel('Username').waitFor();
    const formMs = performance.now() - began;
    await page.getByLabel('Username').fill(benchAccount.username);
    const password = page.getByLabel('Password', { exact: true });
    await password.fill(benchAccount.password);
    const entered = performance.now();
    await password.press('Enter');
    const editor = page.locator('.ProseMirror').first();
    await editor.getByText('# Visited').waitFor();
    await editor.focus();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('typed');
    await editor.getByText('typed# Visited').waitFor();
    return { formMs, typedMs: performance.now() - entered };
  } finally {
    await context.close();
  }
}
