/**
 * The JavaScript of the first screen, the editor's, all that each device keeps for offline use, and what one keeps for
 * another language: sizes of the built files.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { chromiumFlags, chromiumPath } from '../../e2e/chromium.ts';
import { startRealServer } from '../../e2e/stage/real-server.ts';
import type { Row, RowGroup } from '../row.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
const KB = 1024;

export const firstLoad: RowGroup = {
  name: 'first-load',
  async measure() {
    const { app: precached, catalogues } = keptFiles();
    const editor = precached.filter((path) => /\/editor(-pane)?-[^/]*\.js$/.test(path));
    const size = (title: string, paths: readonly string[]): Row => ({
      title: `${title}, gzip`,
      unit: 'KB',
      ours: [paths.reduce((sum, path) => sum + gzipped(path), 0) / KB],
      bar: null,
    });
    return [
      size('first JavaScript of the sign-in page', await scriptsOfSignIn()),
      size('editor chunk', editor),
      size(
        'precache without fonts',
        precached.filter((path) => !path.endsWith('.woff2')),
      ),
      size(
        'fonts of the precache',
        precached.filter((path) => path.endsWith('.woff2')),
      ),
      size('catalogues, each kept where its language is used', catalogues),
    ];
  },
};

function gzipped(path: string): number {
  return gzipSync(readFileSync(`${dist}${path}`), { level: 9 }).byteLength;
}

/** Returns the paths in the manifest of the built service worker: what each device keeps, and the catalogues. */
function keptFiles(): { app: string[]; catalogues: string[] } {
  const worker = readFileSync(`${dist}service-worker.js`, 'utf8');
  const entries = worker.match(/\{[^{}]*"url":"[^{}]*\}/g) ?? [];
  const files = entries.map((entry): { url: string; part?: string } => JSON.parse(entry));
  if (files.length === 0) throw new Error('The service worker has no manifest of files.');
  const paths = (found: typeof files) => [...new Set(found.map(({ url }) => url))];
  return {
    app: paths(files.filter(({ part }) => part === undefined)),
    catalogues: paths(files.filter(({ part }) => part?.startsWith('language-') === true)),
  };
}

/** Returns the scripts that a visitor's browser has when the form is there; the service worker would fetch all. */
async function scriptsOfSignIn(): Promise<string[]> {
  await using server = await startRealServer();
  const browser = await launch();
  try {
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await page.goto(`${server.origin}/auth`);
    await page.getByLabel('Username').waitFor();
    const names = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    return names.map((name) => new URL(name).pathname.slice(1)).filter((path) => path.endsWith('.js'));
  } finally {
    await browser.close();
  }
}

function launch(): Promise<Browser> {
  const executablePath = chromiumPath();
  return chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...chromiumFlags],
  });
}
