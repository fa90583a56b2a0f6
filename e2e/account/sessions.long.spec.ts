/** Tests that text stays, whatever happens to the session, and that nothing is dropped without being named. */
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import {
  createProject,
  everythingIsSynced,
  expandProject,
  openPrompt,
  promptContent,
  signInByForm,
  signUp,
  syncNow,
  syncStatus,
  textOf,
  treeItem,
  typeAtEnd,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

test('what a second tab holds a moment before a sign-out reaches the server first', async ({
  newDevice,
  person,
}) => {
  const { page, context } = await newDevice();
  await openWithPrompt(page, person, { project: 'Notes', title: 'Shared' });
  const second = await context.newPage();
  await second.goto('/');
  await expandProject(second, 'Notes');
  await openPrompt(second, 'Shared');
  await expect(promptContent(second)).toBeVisible();
  await page.bringToFront();
  await page.getByRole('button', { name: /^Account/ }).click();
  // No window was left and no pause has passed: only the second tab itself has the last key.
  await typeAtEnd(second, 'typed at the last moment');
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(second).toHaveURL(/\/auth$/);

  await signInByForm(page, person);
  await expandProject(page, 'Notes');
  await openPrompt(page, 'Shared');
  await expect(promptContent(page)).toHaveText('typed at the last moment');
});

test('what a second tab writes after the question keeps the sign-out from ending, and is named', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page, context } = laptop;
  await openWithPrompt(page, person, { project: 'Notes', title: 'Shared' });
  const second = await context.newPage();
  await second.goto('/');
  await expandProject(second, 'Notes');
  await openPrompt(second, 'Shared');
  await expect(promptContent(second)).toBeVisible();
  await laptop.cutNetwork();
  await createProject(page, 'Never sent');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  const question = page.getByRole('alertdialog', { name: 'Sign out without syncing?' });
  await expect(question).toContainText(/\d+ changes? exists? only on this device/);
  const number = async () => Number.parseInt((await question.textContent())?.match(/\d+/)?.[0] ?? '', 10);
  const before = await number();

  await typeAtEnd(second, 'after the question');
  await question.getByRole('button', { name: 'Discard and sign out' }).click();
  await expect(question).toContainText('Something was written in the meantime, so nothing was removed yet.');
  expect(await number()).toBeGreaterThan(before);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(promptContent(second)).toHaveText('after the question');
  await laptop.restoreNetwork();
  await syncNow(page);
  for (const tab of [page, second]) await everythingIsSynced(tab);
});

test('while the server is told of a sign-out the page says so', async ({ newDevice, person }) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await everythingIsSynced(page);
  let answer = () => {};
  const mayAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/logout', async (route) => {
    await mayAnswer;
    await route.continue();
  });
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('Logging out...')).toBeVisible();
  await expect(syncStatus(page)).toBeHidden();
  await expect(page.getByText('Loading...')).toBeHidden();
  answer();
  await expect(page).toHaveURL(/\/auth$/);
});

test('two tabs of one browser write to one library and show each other what they wrote', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page, context } = laptop;
  await openWithPrompt(page, person, { project: 'Notes', title: 'Shared' });
  await typeAtEnd(page, 'first tab\n');
  await everythingIsSynced(page);
  const second = await context.newPage();
  await second.goto('/');
  await expandProject(second, 'Notes');
  await openPrompt(second, 'Shared');
  await expect(promptContent(second)).toContainText('first tab');

  await laptop.cutNetwork();
  await typeAtEnd(second, 'second tab\n');
  // With its line break: whoever types before it comes writes at the same place, and one of both stands.
  await expect.poll(() => textOf(page)).toBe('first tab\nsecond tab\n');
  await typeAtEnd(page, 'first again');
  await expect(promptContent(second)).toContainText('first again');
  for (const tab of [page, second]) await expect(syncStatus(tab)).toHaveText(/^Offline, \d+ waiting$/);

  await laptop.restoreNetwork();
  await syncNow(second);
  for (const tab of [page, second]) await everythingIsSynced(tab);
  await page.close();
  await typeAtEnd(second, '!');
  await everythingIsSynced(second);
  expect(await textOf(second)).toBe('first tab\nsecond tab\nfirst again!');
});

test('a changed password keeps this device and signs another out; with it the account is deleted, and nothing stays', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice();
  await signUp(page, person);
  await createProject(page, 'Kept');
  await everythingIsSynced(page);
  const { page: phone } = await newDevice();
  await signInByForm(phone, person);
  await expect(treeItem(phone, 'Kept')).toBeVisible();

  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Account and devices' }).click();
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(2);
  await page.getByLabel('Current Password', { exact: true }).fill(person.password);
  await page.getByLabel('New Password', { exact: true }).fill('another secret');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another secret');
  await page.getByRole('button', { name: 'Change password', exact: true }).click();
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1);
  // At the next request of that device, which its start makes.
  await phone.reload();
  await expect(syncStatus(phone)).toHaveText(/^Sign in again/);
  await expect(treeItem(phone, 'Kept')).toBeVisible();

  await page.getByRole('button', { name: 'Delete my account…' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await expect(question).toContainText('This deletes 1 project, 0 prompts');
  await question.getByLabel('Password', { exact: true }).fill(person.password);
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(question).toContainText('That is not your current password.');
  await question.getByLabel('Password', { exact: true }).fill('another secret');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases.filter((name) => name?.includes('library'))).toEqual([]);
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill('another secret');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Incorrect username or password.')).toBeVisible();
});
