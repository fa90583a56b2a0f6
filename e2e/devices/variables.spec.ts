/** Variables and value sets: filled and copied, online and offline, on two devices at once and after a reload. */
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { letter, variablesOf } from './variables-scene.ts';

test.use({ serviceWorkers: 'allow' });

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
