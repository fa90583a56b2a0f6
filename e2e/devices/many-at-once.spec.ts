/** Tests that prompts are moved, tagged and deleted together, that each act is undone as one, and that it travels. */
import { expect, type Page } from '@playwright/test';
import { complaintsOfAxe } from '../stage/axe.ts';
import { test } from '../stage/stage.ts';
import {
  everythingIsSynced,
  expandProject,
  registerByRequest,
  signIn,
  syncNow,
  treeItem,
  workspaceIsOpen,
} from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

const titles = ['Answer', 'Farewell', 'Greeting', 'Thanks'];

async function fill(page: Page): Promise<void> {
  const send = async (path: string, data: object) => (await page.request.post(path, { data })).json();
  const { id } = await send('/api/projects', { name: 'Letters', color: 'teal' });
  for (const title of titles) await send('/api/prompts', { title, content: '', projectId: id });
  await send('/api/projects', { name: 'Archive', color: 'red' });
}

const bar = (page: Page) => page.getByRole('toolbar', { name: 'Selected rows' });
const undo = (page: Page) => page.getByText('Undo', { exact: true }).click();
const countOf = (page: Page, project: string) =>
  expect.poll(() => treeItem(page, project).getAttribute('aria-description'));

async function selectThree(page: Page): Promise<void> {
  await treeItem(page, 'Answer').click({ modifiers: ['ControlOrMeta'] });
  await treeItem(page, 'Greeting').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('3 selected');
}

test('prompts are moved, tagged and deleted together and taken back, and the other device has the same', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  const { page } = laptop;
  await registerByRequest(page, person);
  await fill(page);
  await page.goto('/');
  await workspaceIsOpen(page);
  await signIn(phone.page, person);
  await expandProject(phone.page, 'Letters');

  await selectThree(page);
  expect(await complaintsOfAxe(page)).toEqual([]);
  await bar(page).getByRole('button', { name: 'Tags...' }).click();
  await page.getByRole('combobox', { name: 'Add to all of them' }).fill('mail');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Tags of 3 prompts changed')).toBeVisible();
  await undo(page);
  await expect(page.getByText('3 changes undone')).toBeVisible();

  await laptop.cutNetwork();
  await bar(page).getByRole('button', { name: 'Move to project...' }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await countOf(page, 'Archive').toBe('3 prompts');
  await undo(page);
  await countOf(page, 'Letters').toBe('4 prompts');

  await bar(page).getByRole('button', { name: 'Delete...' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await countOf(page, 'Letters').toBe('1 prompt');
  await undo(page);
  await countOf(page, 'Letters').toBe('4 prompts');
  await selectThree(page);
  await bar(page).getByRole('button', { name: 'Move to project...' }).click();
  await page.getByRole('button', { name: 'Move', exact: true }).click();
  await countOf(page, 'Archive').toBe('3 prompts');
  await laptop.restoreNetwork();
  await syncNow(page);
  await everythingIsSynced(page);

  await syncNow(phone.page);
  await countOf(phone.page, 'Archive').toBe('3 prompts');
  await countOf(phone.page, 'Letters').toBe('1 prompt');
});
