/** The own order of two devices: moved on both at once without a network, and the same on both afterwards. */
import { expect, type Page } from '@playwright/test';
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

async function makeLetters(page: Page): Promise<void> {
  const send = async (path: string, data: object) => (await page.request.post(path, { data })).json();
  const { id } = await send('/api/projects', { name: 'Letters', color: 'teal' });
  for (const title of titles) await send('/api/prompts', { title, content: '', projectId: id });
}

async function listed(page: Page): Promise<string[]> {
  const names = page.getByRole('treeitem').and(page.locator('[data-row=prompt]'));
  return names.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
}

test('two devices order a project without a network, and then have the same order, also after a reload', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await registerByRequest(laptop.page, person);
  await makeLetters(laptop.page);
  await laptop.page.goto('/');
  await workspaceIsOpen(laptop.page);
  await signIn(phone.page, person);
  await expandProject(phone.page, 'Letters');
  for (const { page } of [laptop, phone]) await expect.poll(() => listed(page)).toEqual(titles);

  await laptop.cutNetwork();
  await phone.cutNetwork();
  await treeItem(laptop.page, 'Thanks').dragTo(treeItem(laptop.page, 'Answer'), {
    targetPosition: { x: 120, y: 3 },
  });
  await expect.poll(() => listed(laptop.page)).toEqual(['Thanks', 'Answer', 'Farewell', 'Greeting']);
  await treeItem(phone.page, 'Greeting').focus();
  await phone.page.keyboard.press('Alt+Shift+ArrowUp');
  await expect.poll(() => listed(phone.page)).toEqual(['Answer', 'Greeting', 'Farewell', 'Thanks']);

  for (const { page, restoreNetwork } of [laptop, phone, laptop]) {
    await restoreNetwork();
    await syncNow(page);
    await everythingIsSynced(page);
  }
  const joined = ['Thanks', 'Answer', 'Greeting', 'Farewell'];
  for (const { page } of [laptop, phone]) await expect.poll(() => listed(page)).toEqual(joined);
  await laptop.page.reload();
  await expect.poll(() => listed(laptop.page)).toEqual(joined);
});
