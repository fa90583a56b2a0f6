/**
 * Takes a picture of each main screen in Chromium, Firefox and WebKit, in both themes and two windows, into
 * `screenshots/engines/`: they lie beside one another by their names. `npm run screenshots -- engines [NAME …]`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { chromiumFlags, chromiumPath } from '../chromium.ts';
import { openFurnished } from '../stage/furnished.ts';
import { startRealServer } from '../stage/real-server.ts';
import { ada } from '../stage/workspace.ts';
import { chromiumEngine } from './chromium.ts';
import { enginePrograms } from './engine-programs.ts';
import { startFirefox } from './firefox.ts';
import { signIn } from './library.ts';
import { type EngineScreen, screenOf } from './screen.ts';
import type { Engine } from './web-driver.ts';
import { startWebKit } from './webkit.ts';

const folder = fileURLToPath(new URL('../../screenshots/engines/', import.meta.url));
const wide = { width: 1280, height: 900 };
const only = process.argv.slice(2);

type Scene = readonly [name: string, show: (screen: EngineScreen) => Promise<unknown>];

const visitors: readonly Scene[] = [
  ['sign-in', (screen) => screen.see({ role: 'button', name: 'Sign In' })],
  ['sign-up', (screen) => screen.press('Sign Up')],
];

/** Each begins at the open prompt; `Escape` leaves it. */
const workspace: readonly Scene[] = [
  ['prompt', (screen) => screen.see({ role: 'textbox', name: 'Prompt content' })],
  [
    'search',
    async (screen) => {
      await screen.fill('Search prompts', 'review');
      await screen.seeText('Found 1 prompts');
    },
  ],
  [
    'sync',
    async (screen) =>
      screen.click({ role: 'button' }, await screen.see({ role: 'status', name: 'Sync status' })),
  ],
  ['account-menu', (screen) => screen.click({ role: 'button', text: ada.displayName })],
  ['theme-menu', (screen) => screen.press('Choose theme')],
  ['new-project', (screen) => screen.press('New Project')],
  ['save-version', (screen) => screen.press('Save New Version')],
  [
    'account',
    async (screen) => {
      await screen.click({ role: 'button', text: ada.displayName });
      await screen.click({ role: 'menuitem', name: 'Account and devices' });
      await screen.see({ role: 'heading', name: 'Devices' });
    },
  ],
  [
    'preferences',
    async (screen) => {
      await screen.click({ role: 'button', text: ada.displayName });
      await screen.click({ role: 'menuitem', name: 'Preferences' });
      await screen.see({ role: 'dialog' });
    },
  ],
  [
    'fullscreen',
    async (screen) => {
      await screen.press('Fullscreen');
      const dialog = await screen.see({ role: 'dialog', name: 'Fullscreen editor' });
      await screen.see({ role: 'button', name: 'Exit Fullscreen' }, dialog);
    },
  ],
  [
    'panels',
    async (screen) => {
      await screen.press('Show Notes');
      await screen.see({ role: 'complementary', name: 'Version History' });
    },
  ],
  ['view-mode', (screen) => screen.press('Switch to View mode')],
];

function starts(): Record<string, () => Promise<Engine>> {
  const { Firefox = '', WebKit = '' } = enginePrograms();
  return {
    chromium: async () => {
      const context = await browser.newContext({ viewport: wide, bypassCSP: true });
      return chromiumEngine(await context.newPage());
    },
    ...(Firefox === '' ? {} : { firefox: () => startFirefox(Firefox) }),
    ...(WebKit === '' ? {} : { webkit: () => startWebKit(WebKit) }),
  };
}

async function takeAll(engine: Engine, engineName: string, origin: string): Promise<void> {
  const screen = screenOf(engine, origin);
  const take = async ([name, show]: Scene, size: string) => {
    await show(screen).catch((error: unknown) =>
      console.error(`${engineName}: ${name}: ${String(error).slice(0, 300)}`),
    );
    for (const theme of ['light', 'dark']) {
      await screen.run((chosen) => {
        localStorage.setItem('theme', chosen);
        dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: chosen }));
      }, theme);
      await screen.atRest();
      writeFileSync(join(folder, `${name}-${size}-${theme}-${engineName}.png`), await screen.picture());
    }
    await screen.keys('Escape');
    await screen.keys('Escape');
  };
  const isWanted = ([name]: Scene) => only.length === 0 || only.includes(name);
  await screen.resize(wide.width, wide.height);
  await screen.open('/auth');
  for (const scene of visitors.filter(isWanted)) await take(scene, 'wide');
  await signIn(screen);
  for (const scene of workspace.filter(isWanted)) await take(scene, 'wide');
  await screen.resize(500, 900);
  await screen.open('/');
  for (const name of ['prompt', 'sync', 'account', 'save-version', 'view-mode']) {
    const scene = workspace.find((each) => each[0] === name);
    if (scene !== undefined && isWanted(scene)) await take(scene, 'narrow');
  }
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const executablePath = chromiumPath();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...chromiumFlags],
});
await using server = await startRealServer();
await using maker = await browser.newContext({ baseURL: server.origin });
await openFurnished(await maker.newPage(), ada);
for (const [engineName, start] of Object.entries(starts())) {
  await using engine = await start();
  await takeAll(engine, engineName, server.origin);
  console.log(`${engineName}: done`);
}
await browser.close();
console.log('The pictures are in screenshots/engines/');
