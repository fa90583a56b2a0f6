/** Provokes every failure that has a toast, and compares its text. */
import type { Page } from '@playwright/test';
import { browserRefuses, refuseFromNow, withBreakableStorage } from './breakable-storage.ts';
import { openFurnished } from './furnished.ts';
import { reviewerIsOpen, test } from './furnished-page.ts';
import { expect, type NewDevice, testOnOwnServer } from './stage.ts';
import { newNote, press, saveVersion, signInWith, type Toast, toastIs } from './toasts.ts';
import {
  everythingIsSynced,
  fillSignUp,
  type Person,
  promptContent,
  registerByRequest,
  treeItem,
} from './workspace.ts';

type Scene = { page: Page; person: Person };

type Failure = Toast & {
  /** Names the account of a test: none, one of its own where its library is changed, or the one that a worker shares. */
  readonly of?: 'a visitor' | 'an owner';
  provoke(scene: Scene): Promise<void>;
};

async function signUpAs(page: Page, person: Person): Promise<void> {
  await press(page, 'Sign Up');
  await fillSignUp(page, person);
}

/** The server answers so, whatever it is asked. */
async function serverAnswers(page: Page, path: string, status: number, code: string): Promise<void> {
  const body = JSON.stringify({ type: 'about:blank', title: code, status, code });
  const headers = { 'Content-Type': 'application/problem+json', 'X-Promptory': '1' };
  await page.route(path, (route) => route.fulfill({ status, headers, body }));
}

const notOnThisDevice = 'The browser could not save this on your device. What you entered is still here.';
const notWritten = 'The browser could not write to this device. Nothing was changed.';

const failures: readonly Failure[] = [
  {
    title: 'Login failed',
    description: 'Incorrect username or password.',
    of: 'a visitor',
    provoke: ({ page, person }) => signInWith(page, person.username, 'wrong words'),
  },
  {
    title: 'Login failed',
    description: 'Too many attempts. Please wait a moment and try again.',
    of: 'a visitor',
    async provoke({ page, person }) {
      for (let status = 401; status === 401; ) {
        const data = { username: person.username, password: 'wrong words' };
        status = (await page.request.post('/api/login', { data })).status();
      }
      await signInWith(page, person.username, 'wrong words');
    },
  },
  {
    title: 'Login failed',
    description: 'Something went wrong on the server. Nothing was lost.',
    of: 'a visitor',
    async provoke({ page, person }) {
      await serverAnswers(page, '/api/login', 500, 'internal');
      await signInWith(page, person.username, person.password);
    },
  },
  {
    title: 'Registration failed',
    description: 'That username is already taken.',
    of: 'a visitor',
    async provoke({ page, person }) {
      await registerByRequest(page, person);
      await page.context().clearCookies();
      await signUpAs(page, person);
    },
  },
  {
    title: 'Registration failed',
    description: 'The server is busy. Please try again in a moment.',
    of: 'a visitor',
    async provoke({ page, person }) {
      await serverAnswers(page, '/api/register', 503, 'busy');
      await signUpAs(page, person);
    },
  },
  {
    title: 'Logout failed',
    description: 'What is on this device could not be read, so nothing was removed from it.',
    async provoke({ page }) {
      await browserRefuses(page, 'everything');
      await press(page, 'Account menu of Ada Lovelace');
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    },
  },
  {
    title: 'Failed to create project',
    description: notOnThisDevice,
    async provoke({ page }) {
      await browserRefuses(page, 'readwrite');
      await press(page, 'New Project');
      await page.getByLabel('Project Name').fill('Never made');
      await press(page, 'Create Project');
    },
  },
  {
    title: 'Failed to create prompt',
    description: notOnThisDevice,
    async provoke({ page }) {
      await browserRefuses(page, 'readwrite');
      await press(page, 'Add prompt');
      await page.getByLabel('Prompt Title').fill('Never made');
      await press(page, 'Create Prompt');
    },
  },
  {
    title: 'Failed to restore version',
    description: notWritten,
    async provoke({ page }) {
      await browserRefuses(page, 'readwrite');
      await press(page, 'Restore version 1');
    },
  },
  {
    title: 'Failed to delete version',
    description: notWritten,
    async provoke({ page }) {
      await browserRefuses(page, 'readwrite');
      await press(page, 'Delete version 1');
      await press(page, 'Delete');
    },
  },
  {
    title: 'Failed to delete versions',
    description: notWritten,
    async provoke({ page }) {
      await browserRefuses(page, 'readwrite');
      await press(page, 'Select');
      await page.getByRole('checkbox', { name: /^Version 1/ }).press('Space');
      await page.getByRole('toolbar', { name: 'Selected versions' }).getByText('Delete').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    },
  },
  {
    title: 'Cannot delete all versions',
    description: 'You must keep at least one version',
    async provoke({ page }) {
      await press(page, 'Select');
      await press(page, 'All');
      await page.getByRole('toolbar', { name: 'Selected versions' }).getByText('Delete').click();
    },
  },
  {
    title: 'Search failed',
    description: 'Failed to search prompts. Please try again.',
    async provoke({ page }) {
      await page.evaluate(() => {
        Worker.prototype.postMessage = () => {
          throw new DOMException('The worker is gone.', 'InvalidStateError');
        };
      });
      await page.getByRole('combobox', { name: 'Search prompts' }).fill('rules');
    },
  },
  {
    title: 'Error loading version',
    description: 'Could not load version content. Please try again.',
    async provoke({ page }) {
      await expect(page.getByText('With rules')).toBeVisible();
      await browserRefuses(page, 'everything');
      await page.getByRole('button', { name: /^Version 1/ }).click();
    },
  },
  {
    title: 'Prompt no longer exists',
    description: 'This prompt may have been deleted. Please close this tab.',
    of: 'an owner',
    async provoke({ page }) {
      const { prompts } = await (await page.request.get('/api/search?q=Code+reviewer')).json();
      await press(page, 'Save New Version');
      await page.request.delete(`/api/prompts/${prompts[0].id}`);
      await expect(page.getByText('Prompt no longer exists.')).toBeVisible();
      await press(page, 'Save Version');
    },
  },
  {
    title: 'Failed to save version',
    description: 'The browser did not save it. Your text is still in the editor.',
    async provoke({ page }) {
      await browserRefuses(page, 'readwrite');
      await saveVersion(page);
    },
  },
  {
    title: 'Failed to add note',
    description: 'The notes of one prompt hold at most 1 MB.',
    of: 'an owner',
    async provoke({ page }) {
      await newNote(page, 'n'.repeat(1024 * 1024));
      await press(page, 'Add Note');
    },
  },
  {
    title: 'Failed to save notes',
    description: notWritten,
    of: 'an owner',
    async provoke({ page }) {
      await everythingIsSynced(page);
      // A note that is not added yet is counted by the chip.
      await newNote(page, 'Never kept');
      await refuseFromNow(page, 'readwrite');
      await press(page, 'Add Note');
    },
  },
  {
    title: 'Failed to copy',
    description: 'Could not copy to clipboard. Please try again.',
    async provoke({ page }) {
      await page.evaluate(() => {
        navigator.clipboard.writeText = () =>
          Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
      });
      await press(page, 'Copy to Clipboard');
    },
  },
  {
    title: 'Cannot collapse project',
    description: 'At least one project must remain expanded',
    kind: 'default',
    async provoke({ page }) {
      await press(page, 'Collapse project Reviews');
    },
  },
  {
    title: 'Nothing to undo',
    description: "You're at the beginning of the edit history",
    kind: 'default',
    provoke: ({ page }) => press(page, 'Undo'),
  },
  {
    title: 'Nothing to redo',
    description: "You're at the most recent edit",
    kind: 'default',
    provoke: ({ page }) => press(page, 'Redo'),
  },
];

const serverIsGone = {
  title: 'Login failed',
  description: 'The server cannot be reached. Check the connection and try again.',
};

async function openVisited(newDevice: NewDevice): Promise<Page> {
  const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(withBreakableStorage);
  await page.goto('/auth');
  await expect(page.getByLabel('Username')).toBeVisible();
  return page;
}

async function openOwned(newDevice: NewDevice, person: Person): Promise<Page> {
  const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(withBreakableStorage);
  await openFurnished(page, person);
  await reviewerIsOpen(page);
  return page;
}

for (const failure of failures) {
  const title = `${failure.title}: ${failure.description}`;
  if (failure.of === undefined) {
    test(title, async ({ furnishedPage: page, person }) => {
      await failure.provoke({ page, person });
      await toastIs(page, failure);
    });
  } else {
    const open = failure.of === 'a visitor' ? openVisited : openOwned;
    test(title, async ({ newDevice, person }) => {
      const page = await open(newDevice, person);
      await failure.provoke({ page, person });
      await toastIs(page, failure);
    });
  }
}

testOnOwnServer(
  `${serverIsGone.title}: ${serverIsGone.description}`,
  async ({ server, newDevice, person }) => {
    const page = await openVisited(newDevice);
    await server.kill();
    await signInWith(page, person.username, person.password);
    await toastIs(page, serverIsGone);
  },
);

test('what fails silently is told in no toast', async ({ furnishedPage: page }) => {
  await expect(page.locator('.ui-toast')).toHaveCount(0);
  await browserRefuses(page, 'readwrite');

  // A rename: the field says it, and can be sent again.
  await treeItem(page, 'Summary').press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename Prompt' });
  await dialog.getByLabel('Prompt Title').fill('Digest');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog.getByText(notOnThisDevice)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Rename' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  // What is open and expanded: the console has it.
  const logged = page.waitForEvent('console', {
    predicate: (message) => message.text().includes('What is open could not be kept for the next start.'),
  });
  await press(page, 'Expand project Letters');
  await logged;

  // Autosave: the text stays, and the editor says so beside it.
  await promptContent(page).press('x');
  await expect(
    page.getByRole('alert').filter({ hasText: 'The browser did not save the text.' }),
  ).toBeVisible();
  await expect(page.locator('.ui-toast')).toHaveCount(0);
});
