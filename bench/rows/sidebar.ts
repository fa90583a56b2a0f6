/** The tree of a large library: how many DOM nodes its rows in sight take, collapsed and expanded. */
import type { Page } from 'playwright-core';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { benchAccount, fillServer } from '../filled-server.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { Row, RowGroup } from '../row.ts';

export const sidebar: RowGroup = {
  name: 'sidebar',
  async measure({ quick }) {
    const [projects, prompts] = quick ? [50, 1_000] : [500, 10_000];
    await using server = await startRealServer();
    await fillProjects(server.origin, await fillServer(server.origin, prompts), projects);
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage({ baseURL: server.origin, viewport: { width: 1280, height: 1000 } });
      await signIn(page);
      const atTop = await nodesOf(page, 'start');
      const atEnd = await nodesOf(page, 'end');
      const title = `sidebar of ${projects} projects and ${prompts.toLocaleString('en')} prompts, its tree`;
      return [nodesRow(`${title}, prompts in sight`, atTop), nodesRow(`${title}, projects in sight`, atEnd)];
    } finally {
      await browser.close();
    }
  },
};

function nodesRow(title: string, nodes: number): Row {
  const bar = { at: 'max', of: 'value', limit: 200, better: 'lower' } as const;
  return { title, unit: 'nodes', ours: [nodes], bar };
}

/** Adds projects after the one that has the prompts. */
async function fillProjects(origin: string, Cookie: string, projects: number): Promise<void> {
  const headers = { Origin: origin, 'Content-Type': 'application/json', Cookie };
  for (let id = 2; id <= projects; id += 1) {
    const body = JSON.stringify({ id, name: `Project ${id}` });
    const answer = await fetch(`${origin}/api/projects`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`A project was answered ${answer.status}.`);
  }
}

async function signIn(page: Page): Promise<void> {
  page.setDefaultTimeout(120_000);
  await page.goto('/auth');
  await page.getByLabel('Username').fill(benchAccount.username);
  await page.getByLabel('Password', { exact: true }).fill(benchAccount.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('status', { name: 'Sync status' }).getByText('Synced').waitFor();
  await page.getByRole('treeitem').nth(20).waitFor();
}

/** Returns the nodes of the tree once it is scrolled there and drawn. */
function nodesOf(page: Page, to: 'start' | 'end'): Promise<number> {
  return page.evaluate(async (edge) => {
    const tree = document.querySelector('.tree');
    tree?.scrollTo({ top: edge === 'start' ? 0 : tree.scrollHeight });
    for (let frames = 0; frames < 20; frames += 1) await new Promise(requestAnimationFrame);
    return document.querySelectorAll('.tree, .tree *').length;
  }, to);
}
