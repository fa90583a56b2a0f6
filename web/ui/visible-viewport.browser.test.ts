import { afterEach, expect, test } from 'vitest';
import { watchVisibleViewport } from './visible-viewport.ts';

let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  document.documentElement.removeAttribute('style');
});

/** A page of 800 pixels, of which a keyboard leaves some. */
function watched() {
  const visualViewport = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  stop = watchVisibleViewport({ document, innerHeight: 800, visualViewport } as never);
  return (change: Partial<typeof visualViewport>): void => {
    Object.assign(visualViewport, change);
    visualViewport.dispatchEvent(new Event('resize'));
  };
}

const fitted = () => {
  const { style } = document.documentElement;
  return [style.getPropertyValue('--visible-height'), style.getPropertyValue('--visible-top')];
};

test('a keyboard that covers the page gives it the height and the place of what can be seen', () => {
  const change = watched();
  expect(fitted()).toEqual(['', '']);
  change({ height: 420, offsetTop: 60 });
  expect(fitted()).toEqual(['420px', '60px']);
  expect(document.documentElement.matches('[data-short]')).toBe(false);
  change({ height: 190 });
  expect(document.documentElement.matches('[data-short]')).toBe(true);
  change({ height: 800, offsetTop: 0 });
  expect(fitted()).toEqual(['', '']);
});

test('a page that is zoomed into stays as it is, and so does one whose address bar comes', () => {
  const change = watched();
  change({ height: 400, scale: 2 });
  expect(fitted()).toEqual(['', '']);
  change({ height: 744, scale: 1 });
  expect(fitted()).toEqual(['', '']);
});
