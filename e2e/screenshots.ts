/** `npm run screenshots [-- NAME …]`: every screen in both themes at four widths, into `screenshots/`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { openFurnished } from './furnished.ts';
import { startRealServer } from './real-server.ts';
import { type ScreenGroup, screenGroups, screenWindows } from './screen-groups.ts';
import { isAtRest } from './screens.ts';
import { signUp, workspaceIsOpen } from './workspace.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const themes = ['dark', 'light'] as const;
const only = process.argv.slice(2);

type Look = { theme: (typeof themes)[number]; window: (typeof screenWindows)[number] };

const fileName = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-');
const isWanted = ({ name }: { name: string }) => only.length === 0 || only.includes(fileName(name));

/** Each group on a server of its own, with an account and a library that nothing else has touched. */
async function takePictures(browser: Browser, group: ScreenGroup, { theme, window }: Look): Promise<number> {
  const screens = group.screens.filter(isWanted);
  if (screens.length === 0) return 0;
  const { width, height, touch } = window;
  await using server = await startRealServer();
  await using context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width, height },
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
  });
  await context.addInitScript((stored) => localStorage.setItem('theme', stored), theme);
  const page = await context.newPage();
  if (group.furnished) await openFurnished(page, server.origin);
  else if (group.signedIn) await signUp(page);
  for (const { name, show } of screens) {
    try {
      await page.goto(group.signedIn ? '/' : '/auth');
      if (group.signedIn) await workspaceIsOpen(page);
      await show(page);
    } catch (error) {
      console.error(`${name} at ${width} in ${theme}: ${error instanceof Error ? error.message : error}`);
      process.exitCode = 1;
    }
    await isAtRest(page);
    await page.screenshot({ path: join(folder, `${fileName(name)}-${width}-${theme}.png`) });
  }
  return screens.length;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const executablePath = chromiumPath();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...chromiumFlags],
});
let taken = 0;
for (const theme of themes) {
  for (const window of screenWindows) {
    for (const group of screenGroups) taken += await takePictures(browser, group, { theme, window });
  }
}
await browser.close();
console.log(`${taken} pictures in screenshots/`);
