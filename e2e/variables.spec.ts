/** Variables and value sets: filled and copied, online and offline, on two devices at once and after a reload. */
import type { Page } from '@playwright/test';
import { openWithPrompt } from './furnished.ts';
import { pressTool } from './screens.ts';
import { expect, test } from './stage.ts';
import { everythingIsSynced, expandProject, openPrompt, signIn, syncNow } from './workspace.ts';

const letter = {
  project: 'Letters',
  title: 'Invitation',
  content: 'Dear {name}, come to {{place | default: London}} on {{day}}.',
};

async function variablesOf(page: Page) {
  await pressTool(page, 'Show Variables');
  const panel = page.getByRole('complementary', { name: 'Variables' });
  await expect(panel.getByRole('textbox', { name: 'name', exact: true })).toBeVisible();
  return {
    panel,
    field: (name: string) => panel.getByRole('textbox', { name, exact: true }),
    preview: panel.getByRole('region', { name: 'Preview' }),
    set: panel.getByRole('combobox', { name: 'Value set' }),
    async newSet(name: string): Promise<void> {
      await panel.getByRole('button', { name: 'Value set actions' }).click();
      await page.getByRole('menuitem', { name: 'New value set' }).click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  };
}

test('values are filled in, copied, and there after a reload, also without a network', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice();
  const { page } = laptop;
  await openWithPrompt(page, person, letter);
  await laptop.cutNetwork();
  const variables = await variablesOf(page);
  await variables.field('name').fill('Grace');
  await expect(variables.preview).toHaveText('Dear Grace, come to London on {{day}}.');
  await expect(variables.panel.getByText('1 of 3 missing')).toBeVisible();
  await variables.panel.getByRole('button', { name: 'Copy filled' }).click();
  await expect(page.getByText('Filled text copied, 1 value is missing')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    'Dear Grace, come to London on {{day}}.',
  );
  await page.reload();
  await expect((await variablesOf(page)).field('name')).toHaveValue('Grace');
});

test('tokens are counted without a network on a device that has counted some', async ({
  newDevice,
  person,
}) => {
  const { page, appIsKept, cutNetwork, restoreNetwork } = await newDevice();
  await openWithPrompt(page, person, letter);
  await appIsKept();
  const counts = page.getByRole('button', { name: '9 words' });
  const tokens = (cell: string) => page.getByRole('row', { name: `Tokens o200k_base ${cell}`, exact: true });
  await cutNetwork();
  await counts.click();
  await expect(tokens('They can be counted here once there is a network.')).toBeVisible();
  await counts.click();
  await restoreNetwork();
  await counts.click();
  await expect(tokens('18')).toBeVisible();

  await cutNetwork();
  await page.reload();
  await counts.click();
  await expect(tokens('18')).toBeVisible();
});

test('value sets of two devices that are offline at once are merged value by value', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await openWithPrompt(laptop.page, person, letter);
  const here = await variablesOf(laptop.page);
  await here.newSet('Acme');
  await here.field('name').fill('Grace');
  await everythingIsSynced(laptop.page);

  await signIn(phone.page, person);
  await expandProject(phone.page, letter.project);
  await openPrompt(phone.page, letter.title);
  const there = await variablesOf(phone.page);
  await there.set.selectOption('Acme');
  await expect(there.field('name')).toHaveValue('Grace');

  await laptop.cutNetwork();
  await phone.cutNetwork();
  await here.field('day').fill('Monday');
  await there.field('place').fill('Rome');
  await expect(there.preview).toHaveText('Dear Grace, come to Rome on {{day}}.');
  for (const { page, restoreNetwork } of [laptop, phone, laptop]) {
    await restoreNetwork();
    await syncNow(page);
    await everythingIsSynced(page);
  }
  for (const { preview } of [here, there]) {
    await expect(preview).toHaveText('Dear Grace, come to Rome on Monday.');
  }
  await phone.page.reload();
  const again = await variablesOf(phone.page);
  await expect(again.set).toHaveValue(/\d+/);
  await expect(again.preview).toHaveText('Dear Grace, come to Rome on Monday.');
});
