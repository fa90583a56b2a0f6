import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openPane, type PaneScene } from '../editor-pane-scene.tsx';

let scene: PaneScene | undefined;
afterEach(() => scene?.close());

/** Returns the words of the button that are drawn in sight. */
const words = () =>
  [...page.getByRole('button', { name: 'Save New Version' }).element().querySelectorAll('span')]
    .filter((span) => span.getBoundingClientRect().width > 1)
    .map((span) => span.textContent);

test.each([
  [1280, ['Save New Version']],
  [600, ['Save']],
  [390, ['Save']],
  [320, []],
])(
  'in a window of %i pixels the save button has as many words as there is room for',
  async (width, shown) => {
    await page.viewport(width, 720);
    scene = await openPane('one');
    await expect.poll(words).toEqual(shown);
  },
);
