/**
 * The browser is killed while somebody types without a network, again and again: what was saved is there, and it is saved
 * while one types without a pause. How soon is for the tests of the timer to say, on a clock of their own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../chromium.ts';
import { expect, testOnOwnServer as test } from '../stage/stage.ts';
import {
  ada,
  createProject,
  createPrompt,
  everythingIsSynced,
  fillSignUp,
  openPrompt,
  promptContent,
  treeItem,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import { testRun } from '../test-run.ts';

test.use({ serviceWorkers: 'allow' });

const deaths = testRun.isFull ? 30 : 3;

type Living = { browser: Browser; page: Page; kill(): Promise<void> };

/**
 * Ends with the browser that it starts, and kills it and all of its processes once its input ends: then whoever
 * started it is gone, however that happened.
 */
const guarded =
  'exec 3<&0; "$@" & browser=$!; { cat <&3 >/dev/null; kill -s KILL -- -$$; } 2>/dev/null & wait $browser';

/** A browser process of our own on a profile that outlives it. */
async function startBrowser(profile: string): Promise<Living> {
  const command = [
    chromiumPath() ?? 'chromium',
    ...chromiumFlags,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const child = spawn('sh', ['-c', guarded, 'sh', ...command], {
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const endpoint = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const found = /DevTools listening on (ws:\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found);
    });
    ended.then(() => reject(new Error(`the browser ended: ${output}`)));
  });
  const browser = await chromium.connectOverCDP(endpoint);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.newPage());
  if (page === undefined) throw new Error('the browser has no page');
  return {
    browser,
    page,
    async kill() {
      // The whole group: a browser is many processes.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await ended;
      await browser.close().catch(() => undefined);
    },
  };
}

test(`killed ${deaths} times while typing offline, a browser loses nothing that it saved`, async ({
  server,
}) => {
  test.setTimeout(15 * 60_000);
  const profile = mkdtempSync(join(tmpdir(), 'promptory-profile-'));
  let living = await startBrowser(profile);
  let saved = '';
  try {
    const { page } = living;
    await page.goto(server.origin);
    await page.waitForURL(/\/auth$/);
    await signUpAt(page);
    await createProject(page, 'Field');
    await createPrompt(page, 'Notes');
    await everythingIsSynced(page);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // What the browser itself writes lazily (its cookies, the kept app) is on the disk after an orderly end.
    await living.browser.close();
    await living.kill().catch(() => undefined);
    await server.kill();

    for (let death = 1; death <= deaths; death += 1) {
      living = await startBrowser(profile);
      await living.page.goto(server.origin);
      await workspaceIsOpen(living.page);
      if (death === 1) await treeItem(living.page, 'Notes').waitFor();
      await openPrompt(living.page, 'Notes');
      await promptContent(living.page).waitFor();
      await expect(promptContent(living.page)).toContainText(saved);

      await promptContent(living.page).focus();
      await living.page.keyboard.press('Control+End');
      // Types without a pause until something of this life is on the disk, and goes on after that.
      const isSaved = () => saved.includes(`w${death}x`);
      for (let at = 0; !isSaved(); at += 1) {
        await living.page.keyboard.insertText(`w${death}x${at} `);
        if (at % 10 === 9) saved = await savedText(living.page);
      }
      for (let at = 0; at < (death * 13) % 40; at += 1)
        await living.page.keyboard.insertText(`y${death}x${at} `);
      await living.kill();
    }
    living = await startBrowser(profile);
    await living.page.goto(server.origin);
    await workspaceIsOpen(living.page);
    await openPrompt(living.page, 'Notes');
    await expect(promptContent(living.page)).toContainText(saved);
  } finally {
    await living.kill().catch(() => undefined);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});

/** This page was not given the address of the server as its base. */
async function signUpAt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await fillSignUp(page, ada);
  await workspaceIsOpen(page);
}

/** The text of the only prompt, read from the disk: a transaction that reads sees what others have written for good. */
function savedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const db = await done(
      indexedDB.open(names.find((name) => /^promptory-library-\d+-[^-]+$/.test(name)) ?? ''),
    );
    const [prompt] = await done(db.transaction('prompts').objectStore('prompts').getAll());
    db.close();
    return prompt.row.content.trim();
  });
}
