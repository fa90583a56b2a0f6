/** A real finger on tabs and rows: held or on a grip it drags, elsewhere a swipe scrolls. */
import type { Locator, Page } from '@playwright/test';
import { showProjects } from './screens.ts';
import { expect, test } from './stage.ts';
import { registerByRequest, treeItem, workspaceIsOpen } from './workspace.ts';

type Place = { readonly x: number; readonly y: number };

const titles = Array.from({ length: 24 }, (_, at) => `Letter ${String(at + 1).padStart(2, '0')}`);

async function openLetters(page: Page): Promise<void> {
  const send = async (method: string, path: string, data: object) =>
    (await page.request.fetch(path, { method, data })).json();
  const { id: projectId } = await send('POST', '/api/projects', { name: 'Letters', color: 'teal' });
  const ids: number[] = [];
  for (const title of titles)
    ids.push((await send('POST', '/api/prompts', { title, content: '', projectId })).id);
  for (const [stateKey, stateValue] of [
    ['expanded_project_ids', [projectId]],
    ['open_prompt_ids', ids.slice(0, 4)],
  ]) {
    await send('PUT', '/api/user/ui-state', { stateKey, stateValue });
  }
  await page.goto('/');
  await workspaceIsOpen(page);
}

/** A finger, as the browser itself gets it: it decides what is a hold, a scroll and a click. */
async function fingerOn(page: Page) {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Place) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [at] });
  let place: Place = { x: 0, y: 0 };
  return {
    async press(at: Place) {
      place = at;
      await send('touchStart', at);
    },
    async moveTo({ x, y }: Place) {
      const steps = 8;
      for (let step = 1; step <= steps; step += 1) {
        const part = step / steps;
        await send('touchMove', { x: place.x + (x - place.x) * part, y: place.y + (y - place.y) * part });
      }
      place = { x, y };
    },
    lift: () => send('touchEnd'),
  };
}

/** A place in an element, in parts of its width and height. */
async function placeIn(element: Locator, across: number, down = 0.5): Promise<Place> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not drawn.');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

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
