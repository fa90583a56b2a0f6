/** Presses what something else could lie over: menus are within the window, and notices beside the buttons. */
import type { Locator, Page } from '@playwright/test';
import { pressTool } from '../screens/screens.ts';
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { syncStatus } from '../stage/workspace.ts';
import { isOnTop } from './small-screen-scene.ts';

const noticeOf = (page: Page, role: 'status' | 'alert', words: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole(role)
    .filter({ hasText: words });

async function expectBeside(notice: Locator, button: Locator): Promise<void> {
  await expect(notice).toBeVisible();
  const [one, other] = [await notice.boundingBox(), await button.boundingBox()];
  if (one === null || other === null) throw new Error('The notice or the button is not drawn.');
  const isBeside =
    one.x + one.width <= other.x ||
    other.x + other.width <= one.x ||
    one.y + one.height <= other.y ||
    other.y + other.height <= one.y;
  expect({ isBeside, one, other }).toEqual({ isBeside: true, one, other });
  expect(await isOnTop(button)).toBe(true);
}

for (const [place, viewport] of [
  ['a desk', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`a notice on ${place} lies beside the button of the variables that it came of`, async ({
    newDevice,
    person,
  }) => {
    const { page } = await newDevice({ viewport });
    await openFurnished(page, person);
    await pressTool(page, 'Show Variables');
    const copy = page.getByRole('button', { name: 'Copy filled' });
    await copy.click();
    await expectBeside(noticeOf(page, 'status', 'Filled text copied'), copy);
  });

  test(`a notice on ${place} lies beside the buttons of the sync centre`, async ({ newDevice, person }) => {
    const { page } = await newDevice({ viewport });
    await openFurnished(page, person);
    await syncStatus(page).getByRole('button').click();
    await page.getByRole('button', { name: 'Open sync centre' }).click();
    const centre = page.getByRole('dialog', { name: 'Sync centre' });
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error('This browser saves nothing.');
      };
    });
    await centre.getByRole('button', { name: 'Export waiting changes' }).click();
    const notice = noticeOf(page, 'alert', 'Export failed');
    for (const name of [/^Sync now$/, /^Import/, /^Close$/]) {
      await expectBeside(notice, centre.getByRole('button', { name }));
    }
  });
}
