import type { Locator, Page } from '@playwright/test';
import { workspaceIsOpen } from '../stage/workspace.ts';

export type Place = { readonly x: number; readonly y: number };

export const titles = Array.from({ length: 24 }, (_, at) => `Letter ${String(at + 1).padStart(2, '0')}`);

export async function openLetters(page: Page): Promise<void> {
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
export async function fingerOn(page: Page) {
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

/** A place in an element, in parts of its width and height, once it stands still: a drawer may be on its way. */
export async function placeIn(element: Locator, across: number, down = 0.5): Promise<Place> {
  await (await element.elementHandle())?.waitForElementState('stable');
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not drawn.');
  return { x: box.x + box.width * across, y: box.y + box.height * down };
}

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
