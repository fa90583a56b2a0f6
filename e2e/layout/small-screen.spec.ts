/** Presses what something else could lie over: menus are within the window, and notices beside the buttons. */
import { openFurnished } from '../stage/furnished.ts';
import { expect, test } from '../stage/stage.ts';
import { isOnTop } from './small-screen-scene.ts';

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
