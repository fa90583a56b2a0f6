/** Tests that thousands of prompts are selected, moved and brought back, without a network too, and that devices are equal. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { programPath } from '../../sync-server/testing/program-path.ts';
import { expect, testOnOwnServer as test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  registerByRequest,
  signIn,
  syncNow,
  treeItem,
  workspaceIsOpen,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const inEach = 5_000;
/** Milliseconds for what is done to all of them at once. */
const forMany = { timeout: 240_000 };

/** A file of an import: a project of this name. */
function linesOf(name: string): string {
  const text = 'You are a careful {{role}} of prompts. '.repeat(20);
  return Array.from({ length: inEach }, (_, index) =>
    JSON.stringify({ title: `${name} ${index}`, content: `${text}${index}` }),
  ).join('\n');
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { longTasks: tasks });
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
  });
}

/** Returns the long tasks of the page since it was asked last, in milliseconds. */
async function longTasks(page: Page): Promise<string> {
  const tasks = await page.evaluate(() =>
    (globalThis as unknown as { longTasks: number[] }).longTasks.splice(0),
  );
  return `${tasks.length} long, longest ${Math.max(0, ...tasks)} ms`;
}

async function countIn(page: Page, project: string): Promise<string> {
  const { id } = (await (await page.request.get('/api/projects')).json()).find(
    ({ name }: { name: string }) => name === project,
  );
  return `${(await (await page.request.get(`/api/projects/${id}/prompts`)).json()).length}`;
}

const toast = (page: Page, title: string) => page.getByText(title, { exact: true });
const descriptionOf = (page: Page, project: string) =>
  expect.poll(() => treeItem(page, project).getAttribute('aria-description'), forMany);

test('five thousand prompts of ten thousand move and come back, offline too, and two devices are equal', async ({
  server,
  newDevice,
  person,
}) => {
  test.setTimeout(20 * 60_000);
  const [laptop, tablet] = [await newDevice(), await newDevice()];
  const { page } = laptop;
  await registerByRequest(page, person);
  for (const name of ['First', 'Second']) {
    const file = join(server.folder, `${name}.jsonl`);
    writeFileSync(file, linesOf(name));
    const env = { PATH: process.env.PATH, DATA_DIR: server.folder };
    await promisify(execFile)(
      process.execPath,
      [programPath('promptory'), 'import', '--user', person.username, file],
      { env },
    );
  }
  await page.goto('/');
  await workspaceIsOpen(page);
  await everythingIsSynced(page);
  await signIn(tablet.page, person);
  // Its first fill would take the processor from what is measured.
  await everythingIsSynced(tablet.page, forMany);
  await watchTasks(page);
  const measured: string[] = [];
  const measure = async (what: string, act: () => Promise<void>) => {
    const began = Date.now();
    await act();
    measured.push(`${what} ${Date.now() - began} ms, ${await longTasks(page)}`);
  };
  await treeItem(page, 'First 0').focus();
  await measure('select', async () => {
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.getByRole('toolbar', { name: 'Selected rows' })).toContainText('5,000 selected');
  });
  await measure('move', async () => {
    await page.getByRole('button', { name: 'Move to project...' }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(toast(page, '5,000 prompts moved')).toBeVisible(forMany);
  });
  await descriptionOf(page, 'Second').toBe('10,000 prompts');
  await measure('undo', async () => {
    await page.getByText('Undo', { exact: true }).click();
    await expect(toast(page, '5,000 changes undone')).toBeVisible(forMany);
  });
  await descriptionOf(page, 'First').toBe('5,000 prompts');
  await measure('send', () => everythingIsSynced(page, forMany));

  await laptop.cutNetwork();
  await treeItem(page, 'First 0').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await measure('move offline', async () => {
    await page.getByRole('button', { name: 'Move to project...' }).click();
    await page.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(toast(page, '5,000 prompts moved')).toBeVisible(forMany);
  });
  await laptop.restoreNetwork();
  await syncNow(page);
  await everythingIsSynced(page, forMany);
  await syncNow(tablet.page);
  await everythingIsSynced(tablet.page, forMany);
  for (const device of [laptop, tablet]) {
    await descriptionOf(device.page, 'First').toBe('no prompts');
    await descriptionOf(device.page, 'Second').toBe('10,000 prompts');
  }
  expect(await countIn(page, 'Second')).toBe('10000');
  test.info().annotations.push({ type: 'measured', description: measured.join('; ') });
  console.info(measured.join('\n'));
});
