/** Every failure that a person is told of, provoked for real: the toast, word for word. */
import type { Page } from '@playwright/test';
import { openFurnished } from './furnished.ts';
import { expect, type NewDevice, test, testOnOwnServer } from './stage.ts';
import {
  createProject,
  everythingIsSynced,
  fillSignUp,
  type Person,
  promptContent,
  registerByRequest,
  signUpByForm,
  treeItem,
} from './workspace.ts';

type Scene = { page: Page; person: Person };

type Toast = {
  readonly title: string;
  readonly description: string;
  readonly kind?: 'default' | 'destructive';
};

type Failure = Toast & {
  /** Nobody is signed in, or a person whose library is furnished. */
  readonly visitor?: true;
  provoke(scene: Scene): Promise<void>;
};

const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();

async function signInWith(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign In');
}

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

/** The browser's storage with a switch: the library takes hold of it when it opens, so it has to be there before. */
function withBreakableStorage(): void {
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const { refuses } = document.documentElement.dataset;
    if (refuses === 'everything' || refuses === mode)
      throw new DOMException('The disk is gone.', 'UnknownError');
    return begin.call(this, stores, mode, options);
  };
}

/** From now on the browser refuses to write to the library, or to read from it as well. */
async function browserRefuses(page: Page, what: 'readwrite' | 'everything'): Promise<void> {
  await everythingIsSynced(page);
  await refuseFromNow(page, what);
}

async function refuseFromNow(page: Page, what: 'readwrite' | 'everything'): Promise<void> {
  await page.evaluate((refused) => {
    document.documentElement.dataset.refuses = refused;
  }, what);
}

async function newNote(page: Page, words: string): Promise<void> {
  await press(page, 'Show Notes');
  await page.getByRole('textbox', { name: 'New note' }).fill(words);
}

async function saveVersion(page: Page): Promise<void> {
  await press(page, 'Save New Version');
  await page.getByRole('button', { name: 'Save Version' }).click();
}

const notOnThisDevice = 'The browser could not save this on your device. What you entered is still here.';
const notWritten = 'The browser could not write to this device. Nothing was changed.';

const failures: readonly Failure[] = [
  {
    title: 'Login failed',
    description: 'Incorrect username or password.',
    visitor: true,
    provoke: ({ page, person }) => signInWith(page, person.username, 'wrong words'),
  },
  {
    title: 'Login failed',
    description: 'Too many attempts. Please wait a moment and try again.',
    visitor: true,
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
    visitor: true,
    async provoke({ page, person }) {
      await serverAnswers(page, '/api/login', 500, 'internal');
      await signInWith(page, person.username, person.password);
    },
  },
  {
    title: 'Registration failed',
    description: 'That username is already taken.',
    visitor: true,
    async provoke({ page, person }) {
      await registerByRequest(page, person);
      await page.context().clearCookies();
      await signUpAs(page, person);
    },
  },
  {
    title: 'Registration failed',
    description: 'The server is busy. Please try again in a moment.',
    visitor: true,
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
    async provoke({ page }) {
      await newNote(page, 'n'.repeat(1024 * 1024));
      await press(page, 'Add Note');
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
  await expect(promptContent(page)).toBeVisible();
  await expect(page.getByText('With rules')).toBeVisible();
  return page;
}

async function toastIs(page: Page, { title, description, kind = 'destructive' }: Toast): Promise<void> {
  const toast = page.getByRole(kind === 'default' ? 'status' : 'alert').filter({ hasText: title });
  await expect(toast.locator('.ui-toast-title')).toHaveText(title);
  await expect(toast.locator('.ui-toast-description')).toHaveText(description);
  await expect(page.locator('.ui-toast')).toHaveCount(1);
}

for (const failure of failures) {
  test(`${failure.title}: ${failure.description}`, async ({ newDevice, person }) => {
    const page = failure.visitor ? await openVisited(newDevice) : await openOwned(newDevice, person);
    await failure.provoke({ page, person });
    await toastIs(page, failure);
  });
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

test('every success is told in its own words', async ({ newDevice, person }) => {
  const { page } = await newDevice({ viewport: { width: 1440, height: 900 } });
  const tells = async (title: string, description?: string) => {
    await expect(page.locator('.ui-toast-title')).toHaveText(title);
    if (description === undefined) await expect(page.locator('.ui-toast-description')).toHaveCount(0);
    else await expect(page.locator('.ui-toast-description')).toHaveText(description);
  };
  await signUpByForm(page, person);
  await tells('Registration successful');
  await createProject(page, 'Letters');
  await tells('Project created', 'Project "Letters" has been created successfully.');
  await press(page, 'Add prompt');
  await page.getByLabel('Prompt Title').fill('Invitation');
  await press(page, 'Create Prompt');
  await tells('Prompt created', 'Prompt "Invitation" has been created successfully.');
  await promptContent(page).focus();
  for (const words of ['one', ' two', ' three', ' four']) {
    await page.keyboard.press('Control+End');
    await page.keyboard.type(words);
    await saveVersion(page);
    await tells('New version saved');
    await expect(page.getByRole('dialog')).toBeHidden();
    await promptContent(page).focus();
  }
  await press(page, 'Restore version 1');
  await tells('Version restored', 'The prompt has been updated to the selected version.');
  await press(page, 'Delete version 1');
  await press(page, 'Delete');
  await tells('Version deleted', 'The selected version has been deleted.');
  await press(page, 'Select');
  for (const number of [2, 3]) {
    await page.getByRole('checkbox', { name: new RegExp(`^Version ${number}`) }).press('Space');
  }
  await page.getByRole('toolbar', { name: 'Selected versions' }).getByText('Delete').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await tells('Versions deleted', 'Successfully deleted 2 version(s).');
  await newNote(page, 'Remember');
  await press(page, 'Add Note');
  await tells('Note added');
  await press(page, 'Delete note');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await tells('Note deleted');
  await press(page, 'Copy to Clipboard');
  await tells('Copied to clipboard');
  await press(page, 'Account menu of Ada Lovelace');
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await tells('Logged out');
  await expect(page).toHaveURL(/\/auth$/);
  await signInWith(page, person.username, person.password);
  await tells('Login successful', 'Welcome back, Ada Lovelace!');
});

test('what fails silently is told in no toast', async ({ newDevice, person }) => {
  const page = await openOwned(newDevice, person);
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
