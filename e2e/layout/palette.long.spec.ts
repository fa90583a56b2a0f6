/** The command palette by keys alone, by a finger alone, and without a network; and the tabs that come back. */
import type { Page } from '@playwright/test';
import { paletteField } from '../screens/palette-screens.ts';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { promptContent, textOf, typeAtEnd, workspaceIsOpen } from '../stage/workspace.ts';

/** Returns the ids of the prompts that the next start of this device opens. */
function storedTabs(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const db = await done(
      indexedDB.open(names.find((name) => /^promptory-library-\d+-[^-]+$/.test(name)) ?? ''),
    );
    const { row } = await done(db.transaction('uiState').objectStore('uiState').get('open_prompt_ids'));
    db.close();
    return row.stateValue;
  });
}

test('a command of the palette is done where the caret was', async ({ newDevice, person }) => {
  const { page } = await newDevice();
  await openFurnished(page, person);
  await typeAtEnd(page, '\nBe kind.');
  const before = await textOf(page);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('insert user');
  await page.keyboard.press('Enter');
  await expect(promptContent(page)).toBeFocused();
  await page.keyboard.type('Hello.');
  await expect.poll(() => textOf(page)).toBe(`--- system ---\n${before}\n\n--- user ---\nHello.`);
});

test('by a finger alone a person opens the palette, runs a command, and closes it', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await openFurnished(page, person);
  const account = page.getByRole('button', { name: /^Account menu/ });
  await account.tap();
  await page.getByRole('menuitem', { name: 'Command palette' }).tap();
  const option = page.getByRole('option', { name: /^New Project/ });
  await expect(option).toBeVisible();
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await option.tap();
  await expect(page.getByRole('dialog', { name: 'Create New Project' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await account.tap();
  await page.getByRole('menuitem', { name: 'Command palette' }).tap();
  await page.getByRole('button', { name: 'Close', exact: true }).tap();
  await expect(paletteField(page)).toBeHidden();
});

test('without a network the palette opens, and tabs that were closed come back after the page was loaded again', async ({
  newDevice,
  person,
}) => {
  const laptop = await newDevice({ serviceWorkers: 'allow' });
  const { page } = laptop;
  await openFurnished(page, person);
  await laptop.cutNetwork();
  await page.reload();
  await workspaceIsOpen(page);
  const jumpTo = async (name: string) => {
    await page.keyboard.press('Control+k');
    await paletteField(page).fill(name);
    await page.keyboard.press('Enter');
  };
  const tab = (name: string) => page.getByRole('tab', { name, selected: true });
  for (const name of ['Summary', 'Farewell']) {
    await jumpTo(name);
    await expect(tab(name)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Close Summary' }).click();
  await page.getByRole('button', { name: 'Close Farewell' }).click();
  await expect(page.getByRole('tab')).toHaveCount(1);
  // What is open is stored a second later.
  await expect.poll(() => storedTabs(page)).toHaveLength(1);
  await page.reload();
  await workspaceIsOpen(page);
  await jumpTo('reopen closed tab');
  await expect(tab('Farewell')).toBeVisible();
  await jumpTo('reopen closed tab');
  await expect(tab('Summary')).toBeVisible();
});
