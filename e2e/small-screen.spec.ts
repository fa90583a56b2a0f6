/** Presses on a small screen what lies over something else: menus are within the window. */
import type { Locator } from '@playwright/test';
import { openFurnished } from './furnished.ts';
import { expect, test } from './stage.ts';

test.use({ serviceWorkers: 'block' });

/** Whether a press in the middle of it is one on it. */
const isOnTop = (place: Locator) =>
  place.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });

test('the menu of a row lies within a window of a phone, over the header too', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice({ viewport: { width: 390, height: 560 }, hasTouch: true, isMobile: true });
  await openFurnished(page, person);
  await page.getByRole('button', { name: 'Show projects' }).click();
  for (const row of ['Code reviewer', 'Summary']) {
    await page.getByRole('button', { name: `Prompt menu of ${row}` }).click();
    for (const name of ['Copy link', 'Rename', 'Delete']) {
      const item = page.getByRole('menuitem', { name });
      await item.scrollIntoViewIfNeeded();
      await expect(item).toBeInViewport({ ratio: 1 });
      await expect.poll(() => isOnTop(item), `${name} can be pressed`).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
});
