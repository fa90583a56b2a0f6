/** Opening the history of a prompt with 500 versions: from the press of its button to the frame that shows it. */
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { words } from '../figures.ts';
import { benchAccount, fillServer } from '../filled-server.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { Row, RowGroup } from '../row.ts';

const versions = 500;
const promptId = 1;

export const versionPanel: RowGroup = {
  name: 'version-panel',
  async measure({ quick }) {
    await using server = await startRealServer();
    const Cookie = await fillServer(server.origin, 1);
    await fillVersions(server.origin, Cookie);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 1280, height: 800 } });
      await openPrompt(page);
      const opened: Opened[] = [];
      for (let turn = 0; turn < (quick ? 3 : 7); turn += 1) opened.push(await openPanel(page));
      return rowsOf(opened);
    } finally {
      await browser.close();
    }
  },
};

function rowsOf(opened: readonly Opened[]): Row[] {
  return [
    {
      title: `version panel with ${versions} versions, until it is shown`,
      unit: 'ms',
      ours: opened.map(({ ms }) => ms),
      bar: { at: 'p50', of: 'value', limit: 150, better: 'lower' },
    },
    {
      title: `version panel with ${versions} versions, its DOM`,
      unit: 'nodes',
      ours: opened.map(({ nodes }) => nodes),
      bar: null,
    },
  ];
}

async function fillVersions(origin: string, Cookie: string): Promise<void> {
  const headers = { Origin: origin, 'Content-Type': 'application/json', Cookie };
  for (let version = 1; version <= versions; version += 1) {
    const body = { id: 1_000 + version, content: words(2048, version), description: `Version of ${version}` };
    const path = `${origin}/api/prompts/${promptId}`;
    const answer = await fetch(path, { method: 'PUT', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`PUT ${path} was answered ${answer.status}.`);
  }
}

async function openPrompt(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Username').fill(benchAccount.username);
  await page.getByLabel('Password', { exact: true }).fill(benchAccount.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('treeitem', { name: `Prompt ${promptId}`, exact: true }).click();
  await page.getByRole('button', { name: `Version ${versions}`, exact: true }).waitFor();
}

const Opened = z.object({ ms: z.number(), nodes: z.number() });
type Opened = z.infer<typeof Opened>;

/** Hides the panel, then shows it; the time ends with the first frame after its newest version is in the page. */
async function openPanel(page: Page): Promise<Opened> {
  await page.getByRole('button', { name: 'Hide Version History' }).click();
  await page.getByRole('heading', { name: 'Version History' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show Version History' }).waitFor();
  const opened = await page.evaluate(async (newest) => {
    const frame = () => new Promise(requestAnimationFrame);
    const isShown = () => document.querySelector('.version-list')?.textContent?.includes(newest) === true;
    const button = document.querySelector<HTMLElement>('[aria-label="Show Version History"]');
    await frame();
    const started = performance.now();
    button?.click();
    while (!isShown()) await frame();
    await frame();
    const ms = performance.now() - started;
    return { ms, nodes: document.querySelectorAll('.version-panel, .version-panel *').length };
  }, `Version ${versions}`);
  return Opened.parse(opened);
}
