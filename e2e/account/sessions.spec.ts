/** Tests that text stays, whatever happens to the session, and that nothing is dropped without being named. */
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  everythingIsSynced,
  openPrompt,
  promptContent,
  signInByForm,
  signUp,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
  workspaceIsOpen,
} from '../stage/workspace.ts';

test('an ended session pauses the sync and keeps everything; signing in again in place goes on', async ({
  newDevice,
  person,
}) => {
  const { context, page } = await newDevice();
  await openWithPrompt(page, person, { project: 'Notes', title: 'Draft' });

  await context.clearCookies();
  await typeAtEnd(page, 'Written without a session');
  await expect(syncStatus(page)).toHaveText(/^Sign in again to sync \d+ changes?$/);
  await page.reload();
  await workspaceIsOpen(page);
  await openPrompt(page, 'Draft');
  await expect(promptContent(page)).toContainText('Written without a session');
  await typeAtEnd(page, ', and more');

  await syncStatus(page).getByRole('button').click();
  await page.getByRole('button', { name: 'Sign in again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong one');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByText('Incorrect username or password.')).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(person.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await everythingIsSynced(page);
  expect(await textOf(page)).toBe('Written without a session, and more');

  const [project] = await (await page.request.get('/api/projects')).json();
  const prompts = await (await page.request.get(`/api/projects/${project.id}/prompts`)).json();
  expect(prompts).toMatchObject([{ content: 'Written without a session, and more' }]);
});

test('signing out offline names what would be lost, and leaves nothing behind once it is given up', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice({ serviceWorkers: 'allow' });
  const { page } = laptop;
  await signUp(page, person);
  await createProject(page, 'Kept');
  const uiState = async () => (await page.request.get('/api/user/ui-state')).json();
  await expect.poll(async () => (await uiState()).expanded_project_ids).toHaveLength(1);
  await everythingIsSynced(page);
  await laptop.appIsKept();
  await laptop.cutNetwork();
  await createProject(page, 'Never sent');
  // The project, and a moment later that it is expanded: what comes after a question is asked about once more.
  await expect(syncStatus(page)).toHaveText('Offline, 2 waiting');

  const signOut = async () => {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
  };
  await signOut();
  const question = page.getByRole('alertdialog', { name: 'Sign out without syncing?' });
  await expect(question).toContainText(/\d+ changes? exists? only on this device/);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(treeItem(page, 'Never sent')).toBeVisible();

  await signOut();
  await question.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await page.reload();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases.filter((name) => name?.includes('library'))).toEqual([]);

  await laptop.restoreNetwork();
  await signInByForm(page, person);
  await expect(treeItem(page, 'Kept')).toBeVisible();
  await expect(treeItem(page, 'Never sent')).toBeHidden();
});

test('another person in the same browser sees nothing of the first, and sends nothing of theirs', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page, context } = laptop;
  await signUp(page, person);
  await createProject(page, 'Ada only');
  await everythingIsSynced(page);
  // In another tab somebody else signs in: the session of this browser is theirs from now on.
  const eve = { displayName: 'Eve', username: `${person.username}-eve`, password: 'another word' };
  const other = await context.newPage();
  const answer = await other.request.post('/api/register', {
    data: eve,
    headers: { Origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(201);

  await createProject(page, 'Made under the wrong session');
  await expect(syncStatus(page)).toHaveText(/^Sign in again/);
  const theirs = await (await other.request.get('/api/projects')).json();
  expect(theirs).toEqual([]);
});
