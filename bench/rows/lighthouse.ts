/**
 * Lighthouse's score for performance on a desk machine and on its phone (a quarter of the CPU, 1.6 Mbit/s), of the page
 * that a visitor sees and of the workspace of a device that was here before; and what it says besides of these pages.
 */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium } from 'playwright-core';
import { z } from 'zod';
import { chromiumFlags, chromiumPath } from '../../e2e/chromium.ts';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import { temporaryFolder } from '../../sync-server/testing/temporary-folder.ts';
import { installPeers } from '../install-peers.ts';
import type { Row, RowGroup } from '../row.ts';

const forms = ['desktop', 'phone'] as const;
type Form = (typeof forms)[number];
const leastScore: Record<Form, number> = { desktop: 98, phone: 80 };
const pages = ['sign-in page', 'workspace'] as const;

const Audit = z.object({
  score: z.number().nullable(),
  details: z.object({ items: z.array(z.unknown()).optional() }).optional(),
});
const Report = z.object({
  lhr: z.object({
    categories: z.object({ performance: z.object({ score: z.number() }) }),
    audits: z.object({
      'bf-cache': Audit,
      'errors-in-console': Audit,
      'render-blocking-insight': Audit,
    }),
  }),
});
type Report = z.infer<typeof Report>['lhr'];
type RunLighthouse = (url: string, form: Form, options: { isFirstVisit: boolean }) => Promise<Report>;

export const lighthouse: RowGroup = {
  name: 'lighthouse',
  async measure({ quick }) {
    const runs = quick ? 1 : 5;
    await using server = await startRealServer();
    using profile = temporaryFolder();
    const port = await freePort();
    const context = await launch(profile.path, port);
    try {
      const run = await loadLighthouse(port);
      const reports = new Map<string, Report[]>();
      // The visitor first: afterwards the browser is somebody's.
      for (const name of quick ? pages.slice(0, 1) : pages) {
        if (name === 'workspace') await signUp(context, server.origin);
        const url = `${server.origin}/${name === 'workspace' ? '' : 'auth'}`;
        for (const form of quick ? forms.slice(-1) : forms) {
          const found: Report[] = [];
          for (let turn = 0; turn < runs; turn += 1)
            found.push(await run(url, form, { isFirstVisit: name === 'sign-in page' }));
          reports.set(`${name}, ${form}`, found);
        }
      }
      return rowsOf(reports);
    } finally {
      await context.close();
    }
  },
};

function rowsOf(reports: ReadonlyMap<string, Report[]>): Row[] {
  const scores = pages.flatMap((name) =>
    forms.flatMap((form): Row[] => {
      const found = reports.get(`${name}, ${form}`);
      if (found === undefined) return [];
      return [
        {
          title: `Lighthouse performance of the ${name}, ${form}`,
          unit: 'points',
          ours: found.map(({ categories }) => categories.performance.score * 100),
          bar: { at: 'p50', of: 'value', limit: leastScore[form], better: 'higher' },
        },
      ];
    }),
  );
  const all = [...reports.values()].flat();
  const findings = (title: string, audit: keyof Report['audits']): Row => {
    const found = all.map(({ audits }) => audits[audit].details?.items ?? []);
    const named = new Set(found.flat().map((item) => JSON.stringify(item)));
    for (const item of named) console.log(`  ${title}: ${item}`);
    return {
      title,
      unit: 'count',
      ours: found.map((items) => items.length),
      bar: { at: 'max', of: 'value', limit: 0, better: 'lower' },
    };
  };
  return [
    ...scores,
    findings('reasons against the back/forward cache, all pages', 'bf-cache'),
    findings('errors in the console, all pages', 'errors-in-console'),
    findings('requests that block the first paint, all pages', 'render-blocking-insight'),
  ];
}

async function loadLighthouse(port: number): Promise<RunLighthouse> {
  const core = join(installPeers(), 'node_modules/lighthouse/core');
  const load = async (path: string) => (await import(pathToFileURL(join(core, path)).href)).default;
  const [run, desktop] = [await load('index.js'), await load('config/desktop-config.js')];
  const flags = {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: ['performance', 'best-practices'],
  };
  return async (url, form, { isFirstVisit }) => {
    const config = form === 'desktop' ? desktop : undefined;
    return Report.parse(await run(url, { ...flags, disableStorageReset: !isFirstVisit }, config)).lhr;
  };
}

/** Playwright's own flags switch the back/forward cache off. */
function launch(profile: string, port: number): Promise<BrowserContext> {
  const executablePath = chromiumPath();
  return chromium.launchPersistentContext(profile, {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}

async function signUp(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/auth`);
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
  await page.getByLabel('Full Name').fill('Bench');
  await page.getByLabel('Username').fill('lighthouse');
  for (const label of ['Password', 'Confirm Password'])
    await page.getByLabel(label, { exact: true }).fill('long enough');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.getByRole('status', { name: 'Sync status' }).getByText('Synced').waitFor();
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.close();
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('No free port.')),
      );
    });
  });
}
