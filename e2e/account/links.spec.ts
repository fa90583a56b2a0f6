/** Tests that whoever has a link to read reads a text, and nobody does once it is revoked. */
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { askServer, treeItem, workspaceIsOpen } from '../stage/workspace.ts';

test.use({ serviceWorkers: 'allow' });

test('a link opens without an account or a script, also beside the app, until it is revoked', async ({
  newDevice,
  person,
}) => {
  const own = await newDevice();
  const content = '--- system ---\nAnswer <b>kindly</b>.\n\n--- user ---\nDear {{name}}';
  await openWithPrompt(own.page, person, { project: 'Letters', title: 'Reply', content });
  await own.appIsKept();

  const { page } = own;
  await treeItem(page, 'Reply').hover();
  await page.getByRole('button', { name: 'Prompt menu of Reply' }).click();
  await page.getByRole('menuitem', { name: 'Link to read...' }).click();
  await page.getByRole('button', { name: 'Make link', exact: true }).click();
  const field = page.getByRole('textbox', { name: 'New link to read' });
  await expect(field).toHaveValue(/\/read\/[\w-]{43}$/);
  const link = await field.inputValue();

  // Of somebody else, with scripts switched off.
  const reader = await newDevice({ javaScriptEnabled: false });
  await reader.page.goto(link);
  await expect(reader.page.getByRole('heading', { name: 'Reply' })).toBeVisible();
  await expect(reader.page.getByText('Answer <b>kindly</b>.')).toBeVisible();
  await expect(reader.page.getByRole('listitem')).toHaveText(['name']);
  await reader.page.getByRole('link', { name: 'The text alone' }).click();
  await expect(reader.page.getByText('Dear {{name}}')).toBeVisible();

  // Where the app is installed the page is the server's too.
  const beside = await own.context.newPage();
  await beside.goto(link);
  await expect(beside.getByRole('heading', { name: 'Reply' })).toBeVisible();
  await beside.close();

  await page.getByRole('button', { name: 'Revoke the link: Current text' }).click();
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click();
  await expect(page.getByText('No link leads to this prompt.')).toBeVisible();
  expect((await reader.page.goto(link))?.status()).toBe(404);
  await expect(reader.page.getByRole('heading', { name: 'There is nothing at this link' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  await askServer(page);
  await workspaceIsOpen(page);
});
