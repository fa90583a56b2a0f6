import { useMenuContext } from '@ark-ui/react/menu';
import { useLayoutEffect } from 'react';

/**
 * Gives an open menu every key from then on. It is drawn, and takes the focus, some frames after it is open; until then
 * its button or its row has the focus, and would take an Enter that was meant for the first item.
 */
export function KeysOfMenu() {
  const menu = useMenuContext();
  const isOpen = menu.open;
  const listId = menu.getContentProps().id ?? '';
  useLayoutEffect(() => (isOpen ? keepKeysFor(listId) : undefined), [isOpen, listId]);
  return null;
}

const modifiers: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'];

/** Keeps the keys that come before the list has the focus, and passes them on when it has; returns how to stop. */
function keepKeysFor(listId: string): () => void {
  const early: KeyboardEvent[] = [];
  let frame = 0;
  let hadFocus = false;
  const list = () => document.getElementById(listId);
  const hasFocus = () => list()?.contains(document.activeElement) === true;

  /** One key a frame: each is to find what came of the one before. */
  function pass(): void {
    // The frame that gives it the focus also points at its first item, and begins to listen for Escape.
    const event = hadFocus ? early.shift() : undefined;
    hadFocus = hasFocus();
    if (!hadFocus) list()?.focus({ preventScroll: true });
    if (event !== undefined) {
      const { type, key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
      const held = { shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, code, ...held }));
    }
    frame = early.length > 0 ? requestAnimationFrame(pass) : 0;
  }

  function onKey(event: KeyboardEvent): void {
    // Those that are passed on come by here once more.
    if (!event.isTrusted || modifiers.includes(event.key)) return;
    if (early.length === 0 && hasFocus()) return;
    event.preventDefault();
    event.stopPropagation();
    early.push(event);
    if (frame === 0) frame = requestAnimationFrame(pass);
  }

  window.addEventListener('keydown', onKey, { capture: true });
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}
