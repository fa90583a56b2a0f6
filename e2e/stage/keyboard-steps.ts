/** Drives the app by keys alone. */
import type { Page } from '@playwright/test';
import { expect } from './stage.ts';
import { promptContent } from './workspace.ts';

/** Tab, as often as it takes: what cannot be reached by it is not there for a keyboard. */
export async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp) {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return wanted;
    // Tab belongs to the text, until Escape gives it back.
    const isText = await promptContent(page).evaluateAll((texts) =>
      texts.some((text) => text === document.activeElement),
    );
    if (isText) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never came to ${name}`);
}

export async function pressOn(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, 'button', name);
  await page.keyboard.press('Enter');
}

/** Presses keys as Chromium reports them from a Russian keyboard, of which Playwright's own has none. */
export async function russianKeyboard(page: Page) {
  const browser = await page.context().newCDPSession(page);
  const ctrl = 2;
  return {
    async control(key: string, code: string): Promise<void> {
      const windowsVirtualKeyCode = code.charCodeAt('Key'.length);
      const pressed = { key, code, windowsVirtualKeyCode, modifiers: ctrl };
      await browser.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
      await browser.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
    },
  };
}

export const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: /^Notifications/ }).getByText(title, { exact: true });

/** A menu takes the keys a moment after it is drawn; until then its button has them. */
export async function menuHasFocus(page: Page): Promise<void> {
  await expect(page.locator('[role=menu]:focus-within')).toBeVisible();
}

/** Expects a visible outline around the element that has the focus. */
export async function focusIsSeen(page: Page): Promise<void> {
  const isSeen = await page.evaluate(() => {
    for (let at = document.activeElement; at !== null; at = at.parentElement) {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(at);
      if ((outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow.includes('inset')) return true;
    }
    return document.activeElement?.querySelector(':scope > *') !== null;
  });
  expect(isSeen, 'the focus can be seen').toBe(true);
}
