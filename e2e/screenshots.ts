/** `npm run screenshots [-- NAME …]`: every screen in both themes at four widths, into `screenshots/`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { screenWindows } from './screens/screen-groups.ts';
import { walkScreens } from './screens/walk.ts';
import { startRealServer } from './stage/real-server.ts';
import { themes, turnTheme } from './stage/theme-switch.ts';
import { ada } from './stage/workspace.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const only = process.argv.slice(2);

const fileName = (name: string) => name.toLowerCase().replaceAll(/\W+/g, '-');
const isWanted = ({ name }: { name: string }) => only.length === 0 || only.includes(fileName(name));

/** One walk a window, with an account of its own; returns how many pictures it took. */
async function takePictures(
  browser: Browser,
  origin: string,
  { width, height, touch }: (typeof screenWindows)[number],
): Promise<number> {
  await using context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    hasTouch: touch,
    isMobile: touch,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  let pictures = 0;
  await walkScreens({
    page,
    person: { ...ada, username: `${ada.username}-${width}` },
    isWanted,
    async visit({ name }) {
      for (const theme of themes) {
        await turnTheme(page, theme);
        await page.screenshot({ path: join(folder, `${fileName(name)}-${width}-${theme}.png`) });
        pictures += 1;
      }
    },
  });
  return pictures;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const executablePath = chromiumPath();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...chromiumFlags],
});
await using server = await startRealServer();
let taken = 0;
for (const window of screenWindows) taken += await takePictures(browser, server.origin, window);
await browser.close();
console.log(`${taken} pictures in screenshots/`);
