/** The built app in Chromium against the real server: first load, first sync, and opening without a network. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../e2e/chromium.ts';
import { startRealServer } from '../e2e/real-server.ts';
import { type Figure, ms, percentiles } from './figures.ts';
import { benchAccount, fillServer } from './filled-server.ts';

const sizes = [0, 1_122, 10_000];

export async function benchApp(): Promise<Figure[]> {
  const figures = bundleFigures();
  for (const prompts of sizes) figures.push(...(await oneLibrary(prompts)));
  return figures;
}

function bundleFigures(): Figure[] {
  const assets = fileURLToPath(new URL('../dist/assets/', import.meta.url));
  return readdirSync(assets)
    .filter((name) => /\.(js|css)$/.test(name))
    .map((name) => ({ name, size: statSync(join(assets, name)).size }))
    .sort((a, b) => b.size - a.size)
    .slice(0, 8)
    .map(({ name, size }) => {
      const sent = brotliCompressSync(readFileSync(join(assets, name))).byteLength;
      return { what: `file ${name}`, figure: `${kb(size)}, ${kb(sent)} as brotli` };
    });
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KB`;
}

async function oneLibrary(prompts: number): Promise<Figure[]> {
  await using server = await startRealServer();
  const Cookie = await fillServer(server.origin, prompts);
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...chromiumFlags],
  });
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  const figures: Figure[] = [];
  const measure = async (what: string, act: () => Promise<unknown>) => {
    const started = performance.now();
    await act();
    figures.push({ what: `${what}, ${prompts} prompts`, figure: ms(performance.now() - started) });
  };
  const sidebar = page.getByRole('navigation', { name: 'Projects and prompts' });
  const synced = page.getByRole('status', { name: 'Sync status' }).getByText('Synced');

  if (prompts === 0) {
    await measure('first load of the sign-in page', async () => {
      await page.goto('/auth');
      await page.getByLabel('Username').waitFor();
    });
  } else await page.goto('/auth');
  await page.getByLabel('Username').fill(benchAccount.username);
  await page.getByLabel('Password', { exact: true }).fill(benchAccount.password);
  await measure('from "Sign In" to "Synced" on a fresh device', async () => {
    await page.getByRole('button', { name: 'Sign In' }).click();
    await synced.waitFor({ timeout: 120_000 });
  });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await context.setOffline(true);
  const opened: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const started = performance.now();
    await page.reload();
    await sidebar.getByRole('treeitem').first().waitFor();
    opened.push(performance.now() - started);
  }
  figures.push({ what: `opening without a network, ${prompts} prompts`, figure: percentiles(opened) });
  await browser.close();
  if (Cookie === '') throw new Error('the account was not made');
  return figures;
}
