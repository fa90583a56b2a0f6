import { afterEach, expect, test } from 'vitest';
import german from '#shared/language/de.json' with { type: 'json' };
import { setLanguage } from '#shared/language/translate.ts';
import { keyLabel } from './key-label.ts';

afterEach(() => setLanguage('en'));

test('keys have the names of an English keyboard, and of a German one', () => {
  expect(keyLabel('Ctrl+Shift+Z')).toBe('Ctrl+Shift+Z');
  expect(keyLabel('Cmd+B')).toBe('⌘+B');
  setLanguage('de', german);
  expect(keyLabel('Ctrl+Shift+Z')).toBe('Strg+Umschalt+Z');
  expect(keyLabel('Del')).toBe('Entf');
  expect(keyLabel('F6')).toBe('F6');
});
