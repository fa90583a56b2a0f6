import { afterEach, describe, expect, test, vi } from 'vitest';
import { commandKey, pressedKey } from './pressed-key.ts';

afterEach(() => vi.unstubAllGlobals());

type Reported = {
  key: string;
  code: string;
  keyCode?: number;
  ctrl?: true;
  meta?: true;
  shift?: true;
  alt?: true;
  altGraph?: true;
  isComposing?: true;
};

/** An event with the fields that browsers fill in. */
function reported({ key, code, keyCode = 0, ...held }: Reported): KeyboardEvent {
  const event = {
    ...{ key, code, keyCode },
    ctrlKey: held.ctrl ?? false,
    metaKey: held.meta ?? false,
    shiftKey: held.shift ?? false,
    altKey: held.alt ?? false,
    isComposing: held.isComposing ?? false,
    getModifierState: (name: string) => name === 'AltGraph' && held.altGraph === true,
  };
  return event as unknown as KeyboardEvent;
}

const ctrl = (key: string, code: string, keyCode: number): Reported => ({ key, code, keyCode, ctrl: true });
const meta = (key: string, code: string, keyCode: number): Reported => ({ key, code, keyCode, meta: true });

/** As Chromium, Firefox and Safari report them. Firefox computes a Latin keyCode, Safari on a Mac writes Latin with ⌘. */
const commands: readonly (readonly [string, 'elsewhere' | 'Mac', Reported, string | null])[] = [
  ['Latin, Chromium and Firefox', 'elsewhere', ctrl('z', 'KeyZ', 90), 'z'],
  ['Latin with Caps Lock', 'elsewhere', ctrl('Z', 'KeyZ', 90), 'z'],
  ['Latin, Safari', 'Mac', meta('z', 'KeyZ', 90), 'z'],
  ['Latin, Enter', 'elsewhere', ctrl('Enter', 'Enter', 13), 'Enter'],
  ['Russian, Chromium', 'elsewhere', ctrl('я', 'KeyZ', 90), 'z'],
  ['Russian, Firefox', 'elsewhere', ctrl('я', 'KeyZ', 90), 'z'],
  ['Russian with Caps Lock', 'elsewhere', ctrl('Я', 'KeyZ', 90), 'z'],
  ['Russian, Chromium on a Mac', 'Mac', meta('я', 'KeyZ', 90), 'z'],
  ['Russian, Safari', 'Mac', meta('z', 'KeyZ', 90), 'z'],
  ['Russian, Y', 'elsewhere', ctrl('н', 'KeyY', 89), 'y'],
  ['Russian, K', 'elsewhere', ctrl('л', 'KeyK', 75), 'k'],
  ['Russian, F', 'elsewhere', ctrl('а', 'KeyF', 70), 'f'],
  ['Russian, S', 'elsewhere', ctrl('ы', 'KeyS', 83), 's'],
  ['Russian, a letter where Latin has none', 'elsewhere', ctrl('ж', 'Semicolon', 186), 'ж'],
  ['Ukrainian, S', 'elsewhere', ctrl('і', 'KeyS', 83), 's'],
  ['Greek, Chromium', 'elsewhere', ctrl('ζ', 'KeyZ', 90), 'z'],
  ['Greek, Firefox, F', 'elsewhere', ctrl('φ', 'KeyF', 70), 'f'],
  ['Greek, the sign on Q', 'elsewhere', ctrl(';', 'KeyQ', 81), ';'],
  ['Greek, a dead key', 'elsewhere', ctrl('Dead', 'Semicolon', 186), 'Dead'],
  ['Hebrew, Chromium', 'elsewhere', ctrl('ז', 'KeyZ', 90), 'z'],
  ['Hebrew, Firefox, K', 'elsewhere', ctrl('ל', 'KeyK', 75), 'k'],
  ['Hebrew, Safari', 'Mac', meta('k', 'KeyK', 75), 'k'],
  ['Arabic, two letters on B', 'elsewhere', ctrl('لا', 'KeyB', 66), 'b'],
  ['Dvorak, Z', 'elsewhere', ctrl('z', 'Slash', 90), 'z'],
  ['Dvorak, the semicolon where others have Z', 'elsewhere', ctrl(';', 'KeyZ', 186), ';'],
  ['Dvorak, Safari, K', 'Mac', meta('k', 'KeyV', 75), 'k'],
  ['Dvorak, T where others have K', 'elsewhere', ctrl('t', 'KeyK', 84), 't'],
  ['QWERTZ, Z', 'elsewhere', ctrl('z', 'KeyY', 90), 'z'],
  ['QWERTZ, Y', 'elsewhere', ctrl('y', 'KeyZ', 89), 'y'],
  ['QWERTZ, an umlaut', 'elsewhere', ctrl('ö', 'Semicolon', 192), 'ö'],
  ['AZERTY, A where others have Q', 'elsewhere', ctrl('a', 'KeyQ', 65), 'a'],
  ['bépo, an accent where others have W', 'elsewhere', ctrl('é', 'KeyW', 87), 'é'],
  ['Polish AltGr+Z, Windows', 'elsewhere', { ...ctrl('ż', 'KeyZ', 90), alt: true, altGraph: true }, null],
  ['AltGr as Ctrl and Alt', 'elsewhere', { ...ctrl('€', 'KeyE', 69), alt: true }, null],
  ['AltGr beside Ctrl, Linux', 'elsewhere', { ...ctrl('s', 'KeyS', 83), altGraph: true }, null],
  ['Shift is another command', 'elsewhere', { ...ctrl('Z', 'KeyZ', 90), shift: true }, null],
  ['the Windows key', 'elsewhere', meta('z', 'KeyZ', 90), null],
  ['Ctrl on a Mac', 'Mac', ctrl('e', 'KeyE', 69), null],
  ['both', 'elsewhere', { ...ctrl('k', 'KeyK', 75), meta: true }, null],
  ['no modifier', 'elsewhere', { key: 'k', code: 'KeyK', keyCode: 75 }, null],
  ['a composition', 'elsewhere', { ...ctrl('b', 'KeyB', 66), isComposing: true }, 'Process'],
  ['an input method, Chromium', 'elsewhere', ctrl('Process', 'KeyB', 229), 'Process'],
];

describe('a command', () => {
  test.each(commands)(
    'the key of a command is the one that was meant: %s',
    (_layout, platform, event, key) => {
      vi.stubGlobal('navigator', { platform: platform === 'Mac' ? 'MacIntel' : 'Linux x86_64' });
      expect(commandKey(reported(event))).toBe(key);
    },
  );

  test.each<[string, Reported, string | null]>([
    ['Latin', { ...ctrl('Z', 'KeyZ', 90), shift: true }, 'z'],
    ['Latin with Caps Lock', { ...ctrl('z', 'KeyZ', 90), shift: true }, 'z'],
    ['Russian', { ...ctrl('Я', 'KeyZ', 90), shift: true }, 'z'],
    ['Dvorak, the colon where others have Z', { ...ctrl(':', 'KeyZ', 186), shift: true }, ':'],
    ['an arrow', { ...ctrl('ArrowLeft', 'ArrowLeft', 37), shift: true }, 'ArrowLeft'],
    ['no Shift', ctrl('z', 'KeyZ', 90), null],
  ])('the key of a command with Shift is the one that was meant: %s', (_layout, event, key) => {
    vi.stubGlobal('navigator', { platform: 'Win32' });
    expect(commandKey(reported(event), { shift: true })).toBe(key);
  });

  test.each<[string, Reported, string | null]>([
    ['Chromium', { ...meta('ƒ', 'KeyF', 70), alt: true }, 'f'],
    ['Safari', { ...meta('f', 'KeyF', 70), alt: true }, 'f'],
    // Firefox reports ⌥ as AltGraph on a Mac.
    ['Firefox', { ...meta('ƒ', 'KeyF', 70), alt: true, altGraph: true }, 'f'],
    ['Russian', { ...meta('ƒ', 'KeyF', 70), alt: true }, 'f'],
    ['no ⌥', meta('f', 'KeyF', 70), null],
  ])('on a Mac ⌥ does not hide which letter was meant: %s', (_browser, event, key) => {
    vi.stubGlobal('navigator', { platform: 'MacIntel' });
    expect(commandKey(reported(event), { alt: true })).toBe(key);
  });
});

test.each<[string, Reported, string]>([
  ['Enter', { key: 'Enter', code: 'Enter', keyCode: 13 }, 'Enter'],
  ['a letter as it is typed', { key: 'Я', code: 'KeyZ', keyCode: 90, shift: true }, 'Я'],
  ['Chromium in a composition', { key: 'Enter', code: 'Enter', keyCode: 229, isComposing: true }, 'Process'],
  ['Chromium, an input method', { key: 'Process', code: 'KeyN', keyCode: 229, isComposing: true }, 'Process'],
  [
    'Firefox, the key that ends one',
    { key: 'Process', code: 'Enter', keyCode: 229, isComposing: true },
    'Process',
  ],
  [
    'Firefox on a Mac, the key that ends one',
    { key: 'Enter', code: 'Enter', keyCode: 13, isComposing: true },
    'Process',
  ],
  ['Safari, the Enter that ends one', { key: 'Enter', code: 'Enter', keyCode: 229 }, 'Process'],
  ['Safari, the Escape that ends one', { key: 'Escape', code: 'Escape', keyCode: 229 }, 'Process'],
  ['Safari, the next Enter', { key: 'Enter', code: 'Enter', keyCode: 13 }, 'Enter'],
  ['Android', { key: 'Unidentified', code: '', keyCode: 229 }, 'Process'],
])('a key of an input method is nobody else’s: %s', (_name, event, key) => {
  expect(pressedKey(reported(event))).toBe(key);
});
