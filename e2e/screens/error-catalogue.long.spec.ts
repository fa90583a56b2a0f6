/**
 * Provokes every failure that has a toast, and compares its text. The failures of a group follow each other on one
 * page: no two have the same text, and a toast takes the place of the one before, so none is taken for another.
 */
import type { Page } from '@playwright/test';
import { browserRefuses, refuseFromNow, withBreakableStorage } from '../stage/breakable-storage.ts';
import { openFurnished } from '../stage/furnished.ts';
import { reviewerIsOpen, test } from '../stage/furnished-page.ts';
import { expect, testOnOwnServer } from '../stage/stage.ts';
import { newNote, press, saveVersion, signInWith, type Toast, toastIs } from '../stage/toasts.ts';
import {
  everythingIsSynced,
  fillSignUp,
  type Person,
  promptContent,
  registerByRequest,
  treeItem,
} from '../stage/workspace.ts';

// No worker is part of what is tested here.

type Scene = { page: Page; person: Person };

type Failure<S = Scene> = Toast & {
  provoke(scene: S): Promise<void>;
  /** Leaves the page as the next failure needs it. */
  leave?(scene: S): Promise<void>;
};

type VisitorScene = Scene & { server: { kill(): Promise<void> } };

async function leaveDialog({ page }: Scene): Promise<void> {
  await press(page, 'Cancel');
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** The server answers so, whatever it is asked. */
async function serverAnswers(page: Page, path: string, status: number, code: string): Promise<void> {
  const body = JSON.stringify({ type: 'about:blank', title: code, status, code });
  const headers = { 'Content-Type': 'application/problem+json', 'X-Promptory': '1' };
  await page.route(path, (route) => route.fulfill({ status, headers, body }));
}

const notOnThisDevice = 'The browser could not save this on your device. What you entered is still here.';
const notWritten = 'The browser could not write to this device. Nothing was changed.';

/** Each follows the one before on the same page, of a visitor; the last one ends the server. */
const ofVisitors: readonly Failure<VisitorScene>[] = [
  {
    title: 'Login failed',
    description: 'Incorrect username or password.',
    provoke: ({ page, person }) => signInWith(page, person.username, 'wrong words'),
  },
  {
    title: 'Login failed',
    description: 'Something went wrong on the server. Nothing was lost.',
    async provoke({ page, person }) {
      await serverAnswers(page, '/api/login', 500, 'internal');
      await signInWith(page, person.username, person.password);
    },
    leave: ({ page }) => page.unroute('/api/login'),
  },
  {
    title: 'Registration failed',
    description: 'That username is already taken.',
    async provoke({ page, person }) {
      await registerByRequest(page, person);
      await page.context().clearCookies();
      await press(page, 'Sign Up');
      await fillSignUp(page, person);
    },
  },
  {
    title: 'Registration failed',
    description: 'The server is busy. Please try again in a moment.',
    async provoke({ page, person }) {
      await serverAnswers(page, '/api/register', 503, 'busy');
      await fillSignUp(page, person);
    },
    leave: ({ page }) => press(page, 'Sign In'),
  },
  {
    title: 'Login failed',
    description: 'Too many attempts. Please wait a moment and try again.',
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
    description: 'The server cannot be reached. Check the connection and try again.',
    async provoke({ server, page, person }) {
      await server.kill();
      await signInWith(page, person.username, person.password);
    },
  },
];

const withoutRefusal: readonly Failure[] = [
  {
    title: 'Cannot delete all versions',
    description: 'You must keep at least one version',
    async provoke({ page }) {
      await press(page, 'Select');
      await press(page, 'All');
      await page.getByRole('toolbar', { name: 'Selected versions' }).getByText('Delete').click();
    },
    leave: ({ page }) => press(page, 'Done'),
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
  {
    title: 'Search failed',
    description: 'Failed to search prompts. Please try again.',
    async provoke({ page }) {
      await page.evaluate(() => {
        const { postMessage } = Worker.prototype;
        Worker.prototype.postMessage = () => {
          throw new DOMException('The worker is gone.', 'InvalidStateError');
        };
        addEventListener('keydown', () => Object.assign(Worker.prototype, { postMessage }), { once: true });
      });
      await page.getByRole('combobox', { name: 'Search prompts' }).fill('rules');
    },
    async leave({ page }) {
      const field = page.getByRole('combobox', { name: 'Search prompts' });
      await field.press('Escape');
      await field.fill('');
    },
  },
];

const ofRefusedWrites: readonly Failure[] = [
  {
    title: 'Failed to create project',
    description: notOnThisDevice,
    async provoke({ page }) {
      await press(page, 'New Project');
      await page.getByLabel('Project Name').fill('Never made');
      await press(page, 'Create Project');
    },
    leave: leaveDialog,
  },
  {
    title: 'Failed to create prompt',
    description: notOnThisDevice,
    async provoke({ page }) {
      await press(page, 'Add prompt');
      await page.getByLabel('Prompt Title').fill('Never made');
      await press(page, 'Create Prompt');
    },
    leave: leaveDialog,
  },
  {
    title: 'Failed to restore version',
    description: notWritten,
    async provoke({ page }) {
      await press(page, 'Restore version 1');
    },
  },
  {
    title: 'Failed to delete version',
    description: notWritten,
    async provoke({ page }) {
      await press(page, 'Delete version 1');
      await press(page, 'Delete');
    },
  },
  {
    title: 'Failed to delete versions',
    description: notWritten,
    async provoke({ page }) {
      await press(page, 'Select');
      await page.getByRole('checkbox', { name: /^Version 1/ }).press('Space');
      await page.getByRole('toolbar', { name: 'Selected versions' }).getByText('Delete').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    },
  },
  {
    title: 'Failed to save version',
    description: 'The browser did not save it. Your text is still in the editor.',
    async provoke({ page }) {
      await saveVersion(page);
    },
  },
];

const ofRefusedReads: readonly Failure[] = [
  {
    title: 'Error loading version',
    description: 'Could not load version content. Please try again.',
    async provoke({ page }) {
      await expect(page.getByText('With rules')).toBeVisible();
      await page.getByRole('button', { name: /^Version 1/ }).click();
    },
  },
  {
    title: 'Logout failed',
    description: 'What is on this device could not be read, so nothing was removed from it.',
    async provoke({ page }) {
      await press(page, 'Account menu of Ada Lovelace');
      await page.getByRole('menuitem', { name: 'Logout' }).click();
    },
  },
];

/** They change the library; the last one deletes the prompt that is open. */
const ofOwners: readonly Failure[] = [
  {
    title: 'Failed to add note',
    description: 'The notes of one prompt hold at most 1 MB.',
    async provoke({ page }) {
      await newNote(page, 'n'.repeat(1024 * 1024));
      await press(page, 'Add Note');
    },
    async leave({ page }) {
      await page.getByRole('textbox', { name: 'New note' }).fill('');
      await press(page, 'Hide Notes');
    },
  },
  {
    title: 'Failed to save notes',
    description: notWritten,
    async provoke({ page }) {
      await everythingIsSynced(page);
      // A note that is not added yet is counted by the chip.
      await newNote(page, 'Never kept');
      await refuseFromNow(page, 'readwrite');
      await press(page, 'Add Note');
    },
    leave: ({ page }) => refuseFromNow(page, 'nothing'),
  },
  {
    title: 'Prompt no longer exists',
    description: 'This prompt may have been deleted. Please close this tab.',
    async provoke({ page }) {
      const { prompts } = await (await page.request.get('/api/search?q=Code+reviewer')).json();
      await press(page, 'Save New Version');
      await page.request.delete(`/api/prompts/${prompts[0].id}`);
      await expect(page.getByText('Prompt no longer exists.')).toBeVisible();
      await press(page, 'Save Version');
    },
  },
];

async function provokeEach<S extends Scene>(failures: readonly Failure<S>[], scene: S): Promise<void> {
  for (const failure of failures) {
    await test.step(`${failure.title}: ${failure.description}`, async () => {
      await failure.provoke(scene);
      await toastIs(scene.page, failure);
      await failure.leave?.(scene);
    });
  }
}

testOnOwnServer(
  'each failure of signing in and of signing up has its toast',
  async ({ server, newDevice, person }) => {
    const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
    await page.goto('/auth');
    await expect(page.getByLabel('Username')).toBeVisible();
    await provokeEach(ofVisitors, { server, page, person });
  },
);

test('each failure in a library has its toast', async ({ furnishedPage: page, person }) => {
  await provokeEach(withoutRefusal, { page, person });
  await browserRefuses(page, 'readwrite');
  await provokeEach(ofRefusedWrites, { page, person });
  await refuseFromNow(page, 'everything');
  await provokeEach(ofRefusedReads, { page, person });
});

test('each failure of a note, and of a prompt that is gone, has its toast', async ({ newDevice, person }) => {
  const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(withBreakableStorage);
  await openFurnished(page, person);
  await reviewerIsOpen(page);
  await provokeEach(ofOwners, { page, person });
});

test('what fails silently is told in no toast', async ({ furnishedPage: page }) => {
  await expect(page.locator('.chakra-toast__root')).toHaveCount(0);
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
  await expect(page.locator('.chakra-toast__root')).toHaveCount(0);
});
