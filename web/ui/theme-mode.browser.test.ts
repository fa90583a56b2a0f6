import { afterEach, expect, test } from 'vitest';
import { createThemeMode, parseThemeChoice, type Theme, type ThemeMode } from './theme-mode.ts';

const root = document.documentElement;
let mode: ThemeMode | undefined;
afterEach(() => {
  mode?.stop();
  localStorage.removeItem('theme');
  root.classList.remove('dark', 'light');
});

/** A page whose operating system says so, and can change its mind. */
function pageOn(system: Theme) {
  const query = new EventTarget();
  const media = { matches: system === 'dark', isPrint: false };
  const page = new Proxy(window, {
    get(target, name) {
      if (name === 'matchMedia')
        return (asked: string) => ({
          get matches() {
            return asked === 'print' ? media.isPrint : media.matches;
          },
          addEventListener: query.addEventListener.bind(query),
          removeEventListener: query.removeEventListener.bind(query),
        });
      const value = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    page,
    systemTurns(theme: Theme) {
      media.matches = theme === 'dark';
      query.dispatchEvent(new Event('change'));
    },
    prints(isPrint: boolean) {
      media.isPrint = isPrint;
      query.dispatchEvent(new Event('change'));
    },
  };
}

test.each([
  ['nothing is stored: dark, as the shell is', null, 'dark'],
  ['light', 'light', 'light'],
  ['dark', 'dark', 'dark'],
  ['system', 'system', 'system'],
  ['what cannot be read follows the system', 'sepia', 'system'],
] as const)('a stored theme is read: %s', (_case, stored, choice) => {
  expect(parseThemeChoice(stored)).toBe(choice);
});

test('the choice is kept under the key "theme", and is a class on the root', () => {
  mode = createThemeMode(pageOn('light').page);
  expect(mode.read()).toEqual({ choice: 'dark', theme: 'dark' });
  expect(root.classList.contains('dark')).toBe(true);
  mode.choose('light');
  expect(localStorage.getItem('theme')).toBe('light');
  expect(root.className).toContain('light');
  expect(root.classList.contains('dark')).toBe(false);
});

test('the boxes of the browser and the bar above the page follow the theme at once', () => {
  const bar = document.createElement('meta');
  bar.name = 'theme-color';
  document.head.append(bar);
  mode = createThemeMode(pageOn('light').page);
  expect(getComputedStyle(root).colorScheme).toBe('dark');
  expect(bar.content).toBe('#121418');
  mode.choose('light');
  expect(getComputedStyle(root).colorScheme).toBe('light');
  expect(bar.content).toBe('#fbfbfc');
  bar.remove();
  root.style.colorScheme = '';
});

test('system follows the operating system, live; a theme that was chosen does not', () => {
  const { page, systemTurns } = pageOn('light');
  const own = createThemeMode(page);
  mode = own;
  own.choose('system');
  expect(own.read()).toEqual({ choice: 'system', theme: 'light' });
  systemTurns('dark');
  expect(own.read()).toEqual({ choice: 'system', theme: 'dark' });
  expect(root.classList.contains('dark')).toBe(true);
  own.choose('light');
  systemTurns('light');
  systemTurns('dark');
  expect(own.read().theme).toBe('light');
});

test('another tab that chooses takes this one along', () => {
  const own = createThemeMode(pageOn('light').page);
  mode = own;
  localStorage.setItem('theme', 'light');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
  expect(own.read()).toEqual({ choice: 'light', theme: 'light' });
});

test('a page that is printed is light, and afterwards as it was', () => {
  localStorage.setItem('theme', 'dark');
  const { page, prints } = pageOn('dark');
  mode = createThemeMode(page);
  prints(true);
  expect(root.classList.contains('light')).toBe(true);
  expect(mode.read().theme).toBe('dark');
  prints(false);
  expect(root.classList.contains('dark')).toBe(true);
  expect(root.classList.contains('light')).toBe(false);
});
