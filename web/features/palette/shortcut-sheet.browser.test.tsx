import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import german from '#shared/language/de.json' with { type: 'json' };
import { setLanguage } from '#shared/language/translate.ts';
import { shortcutsHere } from '../../ui/shortcuts/shortcuts.ts';
import { type Drawn, draw } from '../../ui/testing/drawn.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';

let drawn: Drawn | undefined;
afterEach(() => {
  drawn?.close();
  setLanguage('en');
  vi.restoreAllMocks();
});

async function keysOf(what: string): Promise<string[]> {
  drawn?.close();
  drawn = draw(<ShortcutSheet open onClose={() => {}} />);
  const term = page.getByRole('term').filter({ hasText: what });
  await expect.element(term).toBeVisible();
  const keys = term.element().parentElement?.querySelectorAll('kbd') ?? [];
  return [...keys].map((key) => key.textContent);
}

test('the sheet has every shortcut under the place where it works', async () => {
  expect(await keysOf('Command palette')).toEqual(['Ctrl', 'K']);
  for (const name of ['Everywhere', 'In the text', 'In tabs and lists']) {
    await expect.element(page.getByRole('region', { name })).toBeVisible();
  }
});

test('the keys are those of the device: ⌘ on a Mac, and the names of a German keyboard', async () => {
  vi.spyOn(navigator, 'platform', 'get').mockReturnValue('MacIntel');
  expect(await keysOf('Command palette')).toEqual(['⌘', 'K']);
  vi.restoreAllMocks();
  setLanguage('de', german);
  expect(await keysOf('Befehlspalette')).toEqual(['Strg', 'K']);
});

test('a key that the browser has in a tab is shown in a window of the app’s own alone', () => {
  const window = (isTab: boolean) => ({ matchMedia: () => ({ matches: isTab }) });
  const keys = (isTab: boolean) => shortcutsHere(window(isTab)).map((shortcut) => shortcut.keys);
  expect(keys(true)).not.toContain('Ctrl+Shift+T');
  expect(keys(false)).toContain('Ctrl+Shift+T');
});
