/** Typing in the built app beside six answers that stream into "Try it", and beside none: the same keys in the same text. */
import type { Page } from 'playwright-core';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { startScriptedEndpoint } from '../../web/run/testing/scripted-endpoint.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { RowGroup } from '../row.ts';
import { probeScript, type Typing, typeKeys } from './key-probe.ts';
import { caretInTheMiddle, signedIn } from './typing.ts';
import { promptApi } from './typing-texts.ts';

const columns = 6;
const title = 'Typed beside answers';
const frameMs = 1000 / 60;

export const streaming: RowGroup = {
  name: 'streaming',
  async measure({ quick }) {
    const endpoint = await startScriptedEndpoint();
    await using server = await startRealServer({ MODEL_ORIGINS: endpoint.origin });
    const api = await promptApi(server.origin);
    await api.make(title, 10_000);
    const browser = await launchBrowser();
    const pace: Typing = { count: quick ? 10 : 60, everyMs: 100 };
    try {
      const context = await browser.newContext({
        baseURL: server.origin,
        viewport: { width: 1280, height: 800 },
      });
      await context.addInitScript(probeScript);
      const page = await signedIn(context, title);
      await addModels(page, endpoint.address('openai'), Array(columns).fill('steady'));
      await page.getByRole('treeitem', { name: title }).click();
      await page.getByRole('button', { name: 'Try it', exact: true }).click();
      await chooseAll(page);
      await caretInTheMiddle(page);
      await typeKeys(page, { count: quick ? 5 : 30, everyMs: 100 });
      const alone = await typeKeys(page, pace);
      const run = page.getByRole('button', { name: /^Run \d$/ });
      await run.click();
      const anyway = page.getByRole('button', { name: 'Run anyway' });
      await anyway.click();
      await page
        .getByRole('listitem')
        .filter({ hasText: 'The first half' })
        .nth(columns - 1)
        .waitFor();
      await caretInTheMiddle(page);
      const beside = await typeKeys(page, pace);
      const streamed = endpoint.open();
      if (streamed < columns) throw new Error(`Only ${streamed} answers streamed until the last key.`);
      return [
        {
          title: `key to frame beside ${columns} answers that stream, 10 KB`,
          unit: 'ms',
          ours: beside.keys,
          reference: { name: 'beside none', values: alone.keys },
          bar: { at: 'p95', of: 'difference', limit: frameMs, better: 'lower' },
        },
        {
          title: `longest task while typing beside ${columns} answers that stream`,
          unit: 'ms',
          ours: [Math.max(0, ...beside.longTasks)],
          bar: null,
        },
      ];
    } finally {
      await browser.close();
      await endpoint.close();
    }
  },
};

/** Adds them as "Model 1" and so on, each with as many runs at once as there are of them. */
export async function addModels(page: Page, address: string, models: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Models' }).click();
  const dialog = page.getByRole('dialog', { name: 'Models' });
  for (const [place, model] of models.entries()) {
    const name = `Model ${place + 1}`;
    await dialog.getByRole('button', { name: /^Add (a )?model$/ }).waitFor();
    const add = dialog.getByRole('button', { name: 'Add a model' });
    if (await add.isVisible()) await add.click();
    await dialog.getByLabel('Name', { exact: true }).fill(name);
    await dialog.getByLabel('Address', { exact: true }).fill(address);
    await dialog.getByLabel('Model', { exact: true }).fill(model);
    await dialog.getByLabel('Runs at once').fill(String(models.length));
    await dialog.getByRole('button', { name: 'Add model' }).click();
    await dialog.getByText(name, { exact: true }).waitFor();
  }
  await page.keyboard.press('Escape');
}

async function chooseAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Models/ }).click();
  for (const item of await page.getByRole('menuitemcheckbox').all()) {
    if ((await item.getAttribute('aria-checked')) !== 'true') await item.click();
  }
  await page.keyboard.press('Escape');
}
