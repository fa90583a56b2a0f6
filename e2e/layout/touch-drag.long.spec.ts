/** A real finger on tabs and rows: held or on a grip it drags, elsewhere a swipe scrolls. */
import { expect, test } from '../stage/stage.ts';
import { registerByRequest } from '../stage/workspace.ts';
import { fingerOn, openLetters, phone, placeIn, titles } from './touch-drag-scene.ts';

test('a tab that a finger holds is dragged to its place, and a swipe over the tabs scrolls them', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice(phone);
  await registerByRequest(page, person);
  await openLetters(page);
  const tab = (title: string) => page.getByRole('tab', { name: title, exact: true });
  const tabs = () => page.getByRole('tab').allTextContents();
  await expect.poll(tabs).toEqual(titles.slice(0, 4));
  const strip = page.locator('.tabs-strip');
  const scrolled = () => strip.evaluate(({ scrollLeft }) => scrollLeft);
  await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
  const finger = await fingerOn(page);

  await finger.press(await placeIn(tab('Letter 01'), 0.5));
  await expect(page.getByRole('menu', { name: 'Tab menu of Letter 01' })).toBeVisible();
  await finger.moveTo(await placeIn(tab('Letter 02'), 0.9));
  await expect(page.getByRole('menu')).toBeHidden();
  await finger.lift();
  const moved = ['Letter 02', 'Letter 01', 'Letter 03', 'Letter 04'];
  await expect.poll(tabs).toEqual(moved);

  await strip.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }));
  const from = await placeIn(tab('Letter 01'), 0.5);
  await finger.press(from);
  await finger.moveTo({ x: from.x - 120, y: from.y });
  await finger.lift();
  await expect.poll(scrolled).toBeGreaterThan(60);
  expect(await tabs()).toEqual(moved);
  await expect(page.getByRole('menu')).toBeHidden();
});
