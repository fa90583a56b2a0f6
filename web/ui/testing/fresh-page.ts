/**
 * Gives each file of browser tests a page as it is when it has just been opened. All files that one page runs share it
 * and the modules of the app: loading those for each file costs more than most tests.
 * 1. A file begins in a window of the usual size, at the same address, with nothing stored by the page's own names.
 * 2. Dexie is as in the app that ships: on localhost it would print a trace for each query that ends with its database.
 * 3. A test leaves no element on the page. One that it left is removed, and fails that test, not the one after it.
 */
import Dexie from 'dexie';
import { afterEach, beforeAll, expect } from 'vitest';
import { page } from 'vitest/browser';

Dexie.debug = false;
const home = location.href;
const usualWindow = { width: 414, height: 896 };

beforeAll(async () => {
  history.replaceState(null, '', home);
  localStorage.clear();
  sessionStorage.clear();
  for (const element of [document.documentElement, document.body]) {
    element.removeAttribute('class');
    element.removeAttribute('style');
  }
  await page.viewport(usualWindow.width, usualWindow.height);
});

// Runs after those of the file, which close what it opened.
afterEach(() => {
  const left = [...document.body.children];
  document.body.replaceChildren();
  expect(left.map(({ outerHTML }) => outerHTML.slice(0, 200))).toEqual([]);
});
