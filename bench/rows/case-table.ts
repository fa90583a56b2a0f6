/** A table of thousands of cases in the built app: opened, filled and scrolled. */
import type { Page } from 'playwright-core';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { startScriptedEndpoint } from '../../web/run/testing/scripted-endpoint.ts';
import { launchBrowser } from '../launch-browser.ts';
import type { Row, RowGroup } from '../row.ts';
import { Probe, probeScript } from './key-probe.ts';
import { addModels } from './streaming.ts';
import { signedIn } from './typing.ts';
import { promptApi } from './typing-texts.ts';

const title = 'Has cases';
/** Scripts that answer whole. */
const models = ['answer', 'thinks-in-text', 'no-usage'];
const longestTaskMs = 50;

export const caseTable: RowGroup = {
  name: 'case-table',
  async measure({ quick }) {
    const count = quick ? 100 : 2_000;
    const endpoint = await startScriptedEndpoint();
    await using server = await startRealServer({ MODEL_ORIGINS: endpoint.origin });
    const api = await promptApi(server.origin);
    await api.addCases(await api.make(title, 1_000), count);
    const browser = await launchBrowser();
    try {
      const context = await browser.newContext({
        baseURL: server.origin,
        viewport: { width: 1280, height: 800 },
      });
      await context.addInitScript(probeScript);
      const page = await signedIn(context, title);
      await addModels(page, endpoint.address('openai'), models);
      await page.getByRole('treeitem', { name: title }).click();
      await page.getByRole('button', { name: 'Try it', exact: true }).click();
      await page.getByRole('button', { name: /^Models/ }).click();
      for (const item of await page.getByRole('menuitemcheckbox').all()) {
        if ((await item.getAttribute('aria-checked')) !== 'true') await item.click();
      }
      await page.keyboard.press('Escape');
      const rows: Row[] = [];
      const measured = async (what: string, act: () => Promise<void>) => {
        const { took, longTasks } = await longTasksOf(page, act);
        const of = `a table of ${count.toLocaleString('en')} cases × ${models.length} models`;
        rows.push(
          { title: `${of}, ${what}`, unit: 'ms', ours: [took], bar: null },
          {
            title: `longest task meanwhile, ${what}`,
            unit: 'ms',
            ours: [Math.max(0, ...longTasks)],
            bar: { at: 'max', of: 'value', limit: longestTaskMs, better: 'lower' },
          },
        );
      };
      const run = page.getByRole('button', { name: `Run ${count * models.length}`, exact: true });
      await measured('opened', async () => {
        await page.getByRole('button', { name: 'Cases', exact: true }).click();
        await run.waitFor();
      });
      await measured('scrolled through', () => scrolled(page));
      await measured('filled', async () => {
        await run.click();
        const whole = page.getByText(`${count} of ${count} passed`);
        await whole.nth(models.length - 1).waitFor({ timeout: 600_000 });
      });
      await measured('scrolled through when it is filled', () => scrolled(page));
      return rows;
    } finally {
      await browser.close();
      await endpoint.close();
    }
  },
};

async function longTasksOf(page: Page, act: () => Promise<void>) {
  await page.evaluate('keyProbe.begin()');
  const began = performance.now();
  await act();
  const took = performance.now() - began;
  const { longTasks } = Probe.pick({ longTasks: true }).parse(await page.evaluate('keyProbe.end()'));
  return { took, longTasks };
}

async function scrolled(page: Page): Promise<void> {
  await page.mouse.move(640, 500);
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, 2_000);
    await page.waitForTimeout(50);
  }
  await page.mouse.wheel(0, -1_000_000);
  await page.waitForTimeout(200);
}
