/** Opens a blank page of a real Chromium in which one module and all that it imports is loaded as a script. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from './launch-browser.ts';

export type ScriptPage = { page: Page; browser: Browser; end(): Promise<void> };

/** `global`: the name of a function that the module defines on `globalThis` once it can be used. */
export async function openScriptPage(module: URL, global: string): Promise<ScriptPage> {
  const script = await bundled(module);
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Bench</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const browser = await launchBrowser();
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`http://127.0.0.1:${port}/`);
  await page.addScriptTag({ content: script, type: 'module' });
  await page.waitForFunction(`typeof ${global} === "function"`);
  return {
    page,
    browser,
    async end() {
      await browser.close();
      server.close();
    },
  };
}

async function bundled(module: URL): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      target: 'es2023',
      lib: { entry: fileURLToPath(module), formats: ['es'] },
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  const chunk = output.find((each) => each.type === 'chunk');
  if (chunk === undefined) throw new Error(`${module.pathname} could not be bundled.`);
  return chunk.code;
}
