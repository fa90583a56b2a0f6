import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Drawn, draw } from '../testing/drawn.tsx';
import { type Theme, useColorMode } from './color-mode.tsx';

const root = document.documentElement;
let drawn: Drawn | undefined;
let mode: ReturnType<typeof useColorMode>;

function Probe() {
  mode = useColorMode();
  return <p>{mode.theme}</p>;
}

beforeEach(() => localStorage.removeItem('theme'));
afterEach(() => {
  drawn?.close();
  vi.restoreAllMocks();
  localStorage.removeItem('theme');
  root.classList.remove('dark', 'light');
});

async function shows(theme: Theme): Promise<void> {
  await vi.waitFor(() => expect([mode.theme, root.className]).toEqual([theme, theme]));
}

/** The operating system says so, and can change its mind. */
function systemSays(theme: Theme) {
  const listeners = new Set<(media: { matches: boolean }) => void>();
  const says = { dark: theme === 'dark', print: false };
  const original = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const of = query === 'print' ? 'print' : query.includes('prefers-color-scheme') ? 'dark' : null;
    const media = original(query);
    if (of === null) return media;
    const add = (_: string, listener: () => void) => void listeners.add(listener);
    const remove = (_: string, listener: () => void) => void listeners.delete(listener);
    return Object.defineProperties(media, {
      matches: { get: () => says[of] },
      addEventListener: { value: add },
      removeEventListener: { value: remove },
      addListener: { value: (listener: () => void) => add('change', listener) },
      removeListener: { value: (listener: () => void) => remove('change', listener) },
    });
  });
  const turn = (change: Partial<typeof says>) => {
    Object.assign(says, change);
    for (const listener of [...listeners]) listener({ matches: says.dark });
  };
  return {
    turns: (next: Theme) => turn({ dark: next === 'dark' }),
    prints: (print: boolean) => turn({ print }),
  };
}

test.each([
  ['nothing is stored: dark, as the shell is', null, 'dark'],
  ['light', 'light', 'light'],
  ['dark', 'dark', 'dark'],
  ['system', 'system', 'system'],
  ['what cannot be read follows the system', 'sepia', 'system'],
] as const)('a stored theme is read: %s', async (_case, stored, choice) => {
  if (stored !== null) localStorage.setItem('theme', stored);
  drawn = draw(<Probe />);
  await vi.waitFor(() => expect(mode.choice).toBe(choice));
});

test('the choice is kept under the key "theme", and is a class on the root', async () => {
  systemSays('light');
  drawn = draw(<Probe />);
  await shows('dark');
  mode.choose('light');
  await shows('light');
  expect(localStorage.getItem('theme')).toBe('light');
});

test('the boxes of the browser and the bar above the page follow the theme', async () => {
  const bar = document.createElement('meta');
  bar.name = 'theme-color';
  document.head.append(bar);
  drawn = draw(<Probe />);
  await shows('dark');
  expect([getComputedStyle(root).colorScheme, bar.content]).toEqual(['dark', '#121418']);
  mode.choose('light');
  await shows('light');
  expect([getComputedStyle(root).colorScheme, bar.content]).toEqual(['light', '#fbfbfc']);
  bar.remove();
});

test('system follows the operating system, live; a theme that was chosen does not', async () => {
  const system = systemSays('light');
  drawn = draw(<Probe />);
  await shows('dark');
  mode.choose('system');
  await shows('light');
  system.turns('dark');
  await shows('dark');
  expect(mode.choice).toBe('system');
  mode.choose('light');
  await shows('light');
  system.turns('light');
  system.turns('dark');
  await shows('light');
});

test('another tab that chooses takes this one along', async () => {
  drawn = draw(<Probe />);
  await shows('dark');
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }));
  await shows('light');
});

test('a page that is printed is light, and afterwards as it was', async () => {
  localStorage.setItem('theme', 'dark');
  const system = systemSays('dark');
  drawn = draw(<Probe />);
  await shows('dark');
  system.prints(true);
  await vi.waitFor(() => expect(root.className).toBe('light'));
  expect(mode.theme).toBe('dark');
  system.prints(false);
  await shows('dark');
});
