import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { isApple } from './key-label.ts';

/** A key event of the browser, or React's of one. */
type KeyEvent = KeyboardEvent | ReactKeyboardEvent;

/** The modifiers that are held besides the one of a command. */
type Held = { readonly shift?: boolean; readonly alt?: boolean };

/**
 * Returns the key that was pressed, as the browser names it; 'Process' for one that an input method has taken, during a
 * composition and for the key that ends it. Safari reports that key after the end of the composition, so that only its
 * code tells it from a key of the person's (UI Events, section 7.3.1: 229).
 */
export function pressedKey(event: KeyEvent): string {
  const native = 'nativeEvent' in event ? event.nativeEvent : event;
  return native.isComposing || native.keyCode === 229 ? 'Process' : event.key;
}

/**
 * Returns the key that is pressed together with Ctrl, on Apple's keyboards with ⌘, a letter in lower case; null where
 * that modifier or one of the others is not held as wanted. AltGr, which Windows reports as Ctrl and Alt, types.
 */
export function commandKey(event: KeyEvent, { shift = false, alt = false }: Held = {}): string | null {
  const [held, other] = isApple() ? [event.metaKey, event.ctrlKey] : [event.ctrlKey, event.metaKey];
  if (!held || other || event.shiftKey !== shift || event.altKey !== alt) return null;
  if (!isApple() && event.getModifierState('AltGraph')) return null;
  const key = pressedKey(event);
  return lettersKey(event, key) ?? (/^[A-Z]$/.test(key) ? key.toLowerCase() : key);
}

const typedInto = 'input, textarea, select, [contenteditable], [role=menu]';

/** Returns whether a key without Ctrl types into what it was pressed in, or goes through a menu by its letter. */
export function isTyped({ target }: KeyEvent): boolean {
  return target instanceof Element && target.closest(typedInto) !== null;
}

/**
 * Returns the letter on a key by its place, where the keyboard writes none of the Latin alphabet there: Cyrillic, Greek
 * and Hebrew keyboards have the Latin letters of the same place on their keys. A layout with Latin letters, wherever it
 * has them, means the one that it writes. With ⌥ a Mac writes a sign in place of each letter.
 */
function lettersKey({ code, altKey }: KeyEvent, key: string): string | null {
  const isElsewhere = /\p{L}/u.test(key) && !/\p{Script=Latin}/u.test(key);
  const isSign = altKey && !/^[a-z]$/i.test(key) && key !== 'Process';
  return isElsewhere || isSign ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}
