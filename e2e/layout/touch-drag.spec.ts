/** A real finger on tabs and rows: held or on a grip it drags, elsewhere a swipe scrolls. */
import { showProjects } from '../screens/screens.ts';
import { expect, test } from '../stage/stage.ts';
import { registerByRequest, treeItem } from '../stage/workspace.ts';
import { fingerOn, openLetters, phone, placeIn, titles } from './touch-drag-scene.ts';

test('a prompt is dragged by its grip, and a swipe over its name scrolls the projects', async ({
  newDevice,
  person,
}) => {
  const { page } = await newDevice(phone);
  await registerByRequest(page, person);
  await openLetters(page);
  await showProjects(page);
  const prompts = page.locator('[data-row=prompt]');
  const listed = () => prompts.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  await expect.poll(async () => (await listed()).slice(0, 3)).toEqual(titles.slice(0, 3));
  const finger = await fingerOn(page);

  await finger.press(await placeIn(treeItem(page, 'Letter 01').locator('.tree-grip'), 0.5));
  await finger.moveTo(await placeIn(treeItem(page, 'Letter 03'), 0.3, 0.8));
  await finger.lift();
  const moved = ['Letter 02', 'Letter 03', 'Letter 01'];
  await expect.poll(async () => (await listed()).slice(0, 3)).toEqual(moved);

  const place = () => placeIn(treeItem(page, 'Letter 08'), 0.5);
  const from = await place();
  await finger.press(from);
  await finger.moveTo({ x: from.x, y: from.y - 200 });
  await finger.lift();
  await expect.poll(async () => from.y - (await place()).y).toBeGreaterThan(100);
  const rows = await listed();
  expect(rows[rows.indexOf('Letter 07') + 1]).toBe('Letter 08');
});
