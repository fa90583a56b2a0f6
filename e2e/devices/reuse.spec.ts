/** Messages, snippets, find and replace, and labels: on two devices that are offline at once, and after a reload. */
import type { Page } from '@playwright/test';
import { press } from '../screens/screens.ts';
import { openWithPrompt } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { everythingIsSynced, saveVersion, typeAtEnd } from '../stage/workspace.ts';
import { bothComeBack, openElsewhere } from './reuse-scene.ts';

test.use({ serviceWorkers: 'allow' });

async function putProductionOn(page: Page, version: number): Promise<void> {
  await press(page, `Labels of version ${version}`);
  await page.getByRole('menuitemcheckbox', { name: /^production/ }).click();
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByText(`Version ${version}`, { exact: true }) });
  await expect(row).toContainText('production');
}

test('a label that two devices put on different versions offline is on one of them everywhere, and the device whose move was replaced is told', async ({
  newDevice,
  person,
}) => {
  const [laptop, phone] = [await newDevice(), await newDevice()];
  await openWithPrompt(laptop.page, person, { project: 'Letters', title: 'Letter', content: 'One' });
  await saveVersion(laptop.page, 'The first');
  await typeAtEnd(laptop.page, ' two');
  await saveVersion(laptop.page, 'The second');
  await everythingIsSynced(laptop.page);
  await openElsewhere(phone, person, 'Letters', 'Letter');
  await laptop.cutNetwork();
  await phone.cutNetwork();
  await putProductionOn(laptop.page, 1);
  await putProductionOn(phone.page, 2);
  await bothComeBack(laptop, phone);

  const notices = (page: Page) => page.getByRole('region', { name: /^Notifications/ });
  const replaced = notices(laptop.page);
  await expect(replaced).toContainText('Label moved on two devices');
  await expect(replaced).toContainText(
    /production.+ of .+Letter.+ was moved to Version 2 on .+The later move applies\./,
  );
  await replaced.getByRole('button', { name: 'Show the moves' }).click();
  const shown = laptop.page.getByRole('dialog', { name: /^Labels of Version/ });
  await expect(shown.getByRole('region', { name: 'Moves of labels' })).toContainText('→ Version 2');
  await expect(notices(phone.page)).not.toContainText('production');

  for (const { page } of [laptop, phone]) {
    await page.reload();
    await press(page, 'Labels of version 1');
    await page.getByRole('menuitem', { name: 'Other...' }).click();
    const dialog = page.getByRole('dialog', { name: 'Labels of Version 1' });
    await expect(dialog.getByRole('checkbox', { name: /^production on Version 2/ })).not.toBeChecked();
    await expect(
      dialog.getByText(/→ Version 2 ?Another device had moved the label to Version 1/),
    ).toBeVisible();
  }
});
