/** `npm run screenshots [name]`: every screen in both themes at four widths, into `screenshots/`. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { Project } from '../shared/model/project.ts';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { addFiles } from './furnished.ts';
import { startRealServer } from './real-server.ts';
import { resourceScreens } from './screens.ts';
import {
  ada,
  createProject,
  createPrompt,
  openPrompt,
  promptContent,
  signIn,
  signUp,
  treeItem,
} from './workspace.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const themes = ['dark', 'light'] as const;
const widths = [
  [1440, 900],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const;

const sample = [
  '# Code reviewer',
  '',
  'You are a **careful** reviewer of {{language}} code. Be *brief*.',
  '',
  '## Rules',
  '- Name the file and the `line`.',
  '- Say why, not only what.',
  '',
  '```ts',
  'export function add(a: number, b: number): number {',
  '  return a + b; // nothing else',
  '}',
  '```',
  '',
  '| severity | meaning |',
  '|---|---|',
  '| high | stop |',
].join('\n');

type Screen = { name: string; signedOut?: boolean; show(page: Page, narrow: boolean): Promise<void> };

const sidebarOpen = async (page: Page, narrow: boolean) => {
  if (narrow) await page.getByRole('button', { name: 'Show projects' }).click();
};
const withPrompt = async (page: Page, narrow: boolean) => {
  await sidebarOpen(page, narrow);
  await openPrompt(page, 'Code reviewer');
  await promptContent(page).waitFor();
};
const fromMenu = async (page: Page, narrow: boolean, menu: string, item: string) => {
  await sidebarOpen(page, narrow);
  const name = menu.replace(/^(Project|Prompt) menu of /, '');
  await treeItem(page, name).hover();
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
};

const screens: Screen[] = [
  {
    name: 'sign-in',
    signedOut: true,
    async show(page) {
      await page.goto('/auth');
      await page.getByLabel('Username').waitFor();
    },
  },
  {
    name: 'sign-up-refused',
    signedOut: true,
    async show(page) {
      await page.goto('/auth');
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await page.getByRole('button', { name: 'Create Account' }).click();
    },
  },
  { name: 'not-found', show: async (page) => void (await page.goto('/nowhere')) },
  {
    name: 'no-prompt',
    async show(page) {
      const open = page.getByRole('button', { name: /^Close / });
      for (let left = await open.count(); left > 0; left -= 1) await open.first().click();
      await page.getByText('No prompt selected').waitFor();
    },
  },
  { name: 'sidebar', show: sidebarOpen },
  { name: 'prompt', show: withPrompt },
  {
    name: 'view-mode',
    async show(page, narrow) {
      await withPrompt(page, narrow);
      await page.getByRole('button', { name: /View/ }).first().click();
      await page.getByRole('heading', { name: 'Rules' }).waitFor();
    },
  },
  {
    name: 'notes',
    async show(page, narrow) {
      await withPrompt(page, narrow);
      await page.getByRole('button', { name: 'Show Notes' }).click();
    },
  },
  {
    name: 'fullscreen',
    async show(page, narrow) {
      await withPrompt(page, narrow);
      await page
        .getByRole('button', { name: /fullscreen/i })
        .first()
        .click();
    },
  },
  {
    name: 'save-version',
    async show(page, narrow) {
      await withPrompt(page, narrow);
      await page.getByRole('button', { name: 'Save New Version' }).click();
    },
  },
  {
    name: 'search',
    async show(page) {
      await page.getByRole('combobox', { name: 'Search prompts' }).fill('review');
      await page.getByText(/^Found \d+ prompts$/).waitFor();
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'sync',
    async show(page) {
      await page.getByRole('status', { name: 'Sync status' }).getByRole('button').click();
    },
  },
  {
    name: 'account',
    async show(page) {
      await page.getByRole('button', { name: /^Account/ }).click();
    },
  },
  {
    name: 'create-project',
    async show(page, narrow) {
      await sidebarOpen(page, narrow);
      await page.getByRole('button', { name: 'New Project' }).first().click();
    },
  },
  {
    name: 'create-prompt',
    async show(page) {
      await page.getByRole('button', { name: 'Add prompt' }).click();
    },
  },
  {
    name: 'rename-project',
    show: (page, narrow) => fromMenu(page, narrow, 'Project menu of Reviews', 'Rename'),
  },
  {
    name: 'rename-prompt',
    show: (page, narrow) => fromMenu(page, narrow, 'Prompt menu of Summary', 'Rename'),
  },
  {
    name: 'delete-prompt',
    show: (page, narrow) => fromMenu(page, narrow, 'Prompt menu of Summary', 'Delete'),
  },
  ...resourceScreens.map(({ name, show }) => ({ name: name.toLowerCase().replaceAll(/\W+/g, '-'), show })),
];

const only = process.argv.slice(2);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await using server = await startRealServer();
const executablePath = chromiumPath();
const browser = await chromium.launch({
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [...chromiumFlags],
});

const first = await (await browser.newContext({ baseURL: server.origin })).newPage();
await signUp(first);
await createProject(first, 'Reviews');
for (const title of ['Summary', 'Translate', 'Code reviewer']) await createPrompt(first, title);
await promptContent(first).focus();
await first.keyboard.insertText(sample);
const [project] = Project.array().parse(await (await first.request.get('/api/projects')).json());
if (project !== undefined) await addFiles(first, { origin: server.origin, projectId: project.id });
for (const description of ['The first that worked', 'Shorter']) {
  await first.getByRole('button', { name: 'Save New Version' }).click();
  await first.getByLabel('Version Description').fill(description);
  await first.getByRole('button', { name: 'Save Version' }).click();
  await first.getByText(description).waitFor();
}
await first.getByRole('status', { name: 'Sync status' }).getByText('Synced').waitFor();
await first.context().close();

let taken = 0;
for (const theme of themes) {
  for (const [width, height] of widths) {
    const context = await browser.newContext({
      baseURL: server.origin,
      viewport: { width, height },
      hasTouch: width <= 1024,
      reducedMotion: 'reduce',
    });
    await context.addInitScript((stored) => localStorage.setItem('theme', stored), theme);
    let signedIn = false;
    for (const screen of screens) {
      if (only.length > 0 && !only.includes(screen.name)) continue;
      const page = await context.newPage();
      if (!screen.signedOut && !signedIn) {
        await signIn(page, ada);
        signedIn = true;
      }
      await page.goto('/');
      if (!screen.signedOut) await page.getByRole('status', { name: 'Sync status' }).waitFor();
      try {
        await screen.show(page, width < 768);
      } catch (error) {
        console.error(
          `${screen.name} at ${width} in ${theme}: ${error instanceof Error ? error.message : error}`,
        );
        process.exitCode = 1;
      }
      // Pictures are of what is there when fonts and transitions are done.
      await page.evaluate(async () => {
        await document.fonts.ready;
        await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
      });
      await page.screenshot({ path: join(folder, `${screen.name}-${width}-${theme}.png`) });
      taken += 1;
      await page.close();
    }
    await context.close();
  }
}
await browser.close();
console.log(`${taken} pictures in screenshots/`);
