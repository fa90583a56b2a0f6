/** Variables and value sets: filled and copied, online and offline, on two devices at once and after a reload. */
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { everythingIsSynced, expandProject, openPrompt, signIn, syncNow } from '../stage/workspace.ts';
import { letter, variablesOf } from './variables-scene.ts';

test.use({ serviceWorkers: 'allow' });

test('tokens are counted without a network on a device that has counted some', async ({
  newDevice,
  person,
}) => {
  const { page, appIsKept, cutNetwork } = await newDevice();
  await openWithPrompt(page, person, letter);
  const counts = page.getByRole('button', { name: '18 tokens · 9 words' });
  await expect(counts).toBeVisible();
  await appIsKept();
  // The first visit has no app on the device yet that keeps what is fetched.
  await page.reload();
  await expect(counts).toBeVisible();
  await cutNetwork();
  await page.reload();
  await counts.click();
  await expect(page.getByRole('row', { name: 'Tokens o200k_base 18', exact: true })).toBeVisible();
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
