/**
 * Walks over every screen of the product in one window: a visitor's, then those of a new account, then those of
 * the same account with a furnished library. Each furnished group starts online, synced, at the open prompt.
 */
import { expect, type Page } from '@playwright/test';
import { furnish } from '../stage/furnished.ts';
import {
  nothingToSend,
  openPrompt,
  type Person,
  signUp,
  syncWords,
  workspaceIsOpen,
} from '../stage/workspace.ts';
import { type ScreenGroup, screenGroups } from './screen-groups.ts';
import { isAtRest, type Screen, showProjects } from './screens.ts';

export type Walk = {
  page: Page;
  /** Not registered yet. */
  person: Person;
  /** In their order; all of them unless others are given. */
  groups?: readonly ScreenGroup[];
  visit(screen: Screen, group: ScreenGroup): Promise<void>;
  isWanted?(screen: Screen): boolean;
  /** Runs a part of the walk under its name. */
  step?(name: string, run: () => Promise<void>): Promise<void>;
};

export async function walkScreens(walk: Walk): Promise<void> {
  const { page, person, groups = screenGroups, visit } = walk;
  const { isWanted = () => true, step = (_name, run) => run() } = walk;
  let isSignedIn = false;
  let isFurnished = false;
  for (const group of groups) {
    const wanted = group.screens.filter(isWanted);
    if (wanted.length === 0) continue;
    await step(group.name, async () => {
      if (group.signedIn && !isSignedIn) await signUp(page, person);
      if (group.furnished && !isFurnished) await furnish(page);
      isSignedIn ||= group.signedIn;
      isFurnished ||= group.furnished;
      if (group.furnished) await startFromReviewer(page);
      for (const screen of wanted) {
        await step(screen.name, async () => {
          await startOver(page, group.signedIn ? '/' : '/auth');
          if (group.signedIn) await workspaceIsOpen(page);
          await screen.show(page);
          await isAtRest(page);
          await visit(screen, group);
        });
      }
    });
  }
}

/**
 * Shows the first screen as a start of the app does. What was open goes with the screen that is left, so the app
 * need not be loaded for it; only its toasts stay, and outlive every screen.
 */
async function startOver(page: Page, path: string): Promise<void> {
  const isOpen = page.url().startsWith('http') && (await page.locator('.chakra-toast__root').count()) === 0;
  if (!isOpen) {
    await page.goto(path);
    return;
  }
  await goInside(page, '/nowhere');
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  await goInside(page, path);
}

/** Goes to an address of the app as its links do: without a request. */
async function goInside(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** The group before may have ended without a network, or with the tab closed. */
async function startFromReviewer(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.goto('/');
  await workspaceIsOpen(page);
  // A screen before may have left a setting that is no value.
  await expect.poll(() => syncWords(page)).toMatch(nothingToSend);
  await showProjects(page);
  await openPrompt(page, 'Code reviewer');
  // What is open is stored a second later, and every screen of the group begins with a start of the app.
  const { prompts } = await (await page.request.get('/api/search?q=Code+reviewer')).json();
  const openPrompts = async () =>
    (await (await page.request.get('/api/user/ui-state')).json()).open_prompt_ids;
  await expect.poll(openPrompts).toEqual([prompts[0].id]);
}
