/** The client's share of what must not grow faster than the work: the app's own code in a real Chromium. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { z } from 'zod';
import { chromiumFlags, chromiumPath } from '../../e2e/chromium.ts';
import type { GrowthOperation } from './operation.ts';

const sizes = [1_000, 10_000];

/** Names of `in-browser.ts`; those that leave everything as it was are repeatable. */
const names: [string, string, { isRepeatable?: boolean }?][] = [
  ['ten commits', 'client: ten commits while N entries wait', { isRepeatable: true }],
  ['ten counts for the chip', 'client: ten counts for the chip while N entries wait', { isRepeatable: true }],
  [
    'ten counts for signing out',
    'client: ten counts for signing out while N entries wait',
    { isRepeatable: true },
  ],
  ['drain', 'client: drain of N entries'],
  ['pull', 'client: pull of N rows'],
  ['keep mine', 'client: keep mine of N prompts'],
  ['keep mine with versions', 'client: keep mine of N prompts of 3 versions'],
  ['delete of the project with versions', 'client: delete of a project of N prompts of 3 versions'],
  ['delete of the project', 'client: delete of a project of N prompts'],
  ['delete, sent and pulled', 'client: that delete is sent and pulled'],
  ['ten outlines', 'client: ten outlines of N prompts', { isRepeatable: true }],
  ['first search', 'client: first search in N prompts', { isRepeatable: true }],
  ['ten searches', 'client: ten later searches in N prompts', { isRepeatable: true }],
  ['export', 'client: export of N prompts', { isRepeatable: true }],
  ['import', 'client: import of N prompts'],
];

/** One Chromium for all of them, begun with the first. */
export function clientOperations(): { operations: GrowthOperation[]; end(): Promise<void> } {
  let opened: Promise<{ page: Page; browser: Browser; end(): Promise<void> }> | undefined;
  const operations = names.map(([scene, name, options]): GrowthOperation => {
    return {
      name,
      sizes,
      ...options,
      async prepare(size) {
        opened ??= openPage();
        const { page } = await opened;
        await page.evaluate(`prepareOperation(${JSON.stringify(scene)}, ${size})`);
        let longestTask = 0;
        return {
          async run() {
            longestTask = z.number().parse(await page.evaluate('runOperation()'));
          },
          longestHold: () => ({ clockMs: longestTask }),
          close: async () => void (await page.evaluate('closeOperation()')),
        };
      },
    };
  });
  return { operations, end: async () => (await opened)?.end() };
}

async function openPage() {
  const script = await bundled();
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Growth</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const executablePath = chromiumPath();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [...chromiumFlags],
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction('typeof runOperation === "function"');
  return {
    page,
    browser,
    async end() {
      await browser.close();
      server.close();
    },
  };
}

/** `in-browser.ts` and all that it imports, as one script. */
async function bundled(): Promise<string> {
  const entry = fileURLToPath(new URL('in-browser.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, target: 'es2023', lib: { entry, formats: ['es'] } },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const chunk = output.find((each) => each.type === 'chunk');
  if (chunk === undefined) throw new Error('The operations could not be bundled.');
  return chunk.code;
}
