import { useMenuContext } from '@chakra-ui/react';
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

const mostFrames = 10;

/** Keeps the keys that come before the list has the focus, and passes them on when it has; returns how to stop. */
function keepKeysFor(listId: string): () => void {
  const early: KeyboardEvent[] = [];
  let frame = 0;
  let isReady = false;
  let framesWithFocus = 0;
  /** The item that was pointed at when the last key was passed on, and how many frames ago that was. */
  let passed = { at: '', frames: mostFrames };
  const list = () => document.getElementById(listId);
  const hasFocus = () => list()?.contains(document.activeElement) === true;
  const item = () => list()?.getAttribute('aria-activedescendant') ?? '';

  /** Each key is to find what came of the one before: it is passed on when that has moved to an item, or moves to none. */
  function pass(): void {
    passed.frames += 1;
    const isDrawn = item() !== passed.at || passed.frames > mostFrames;
    const event = isReady && isDrawn ? early.shift() : undefined;
    if (hasFocus()) framesWithFocus += 1;
    else list()?.focus({ preventScroll: true });
    // It points at its first item some frames after it has the focus; one that a pointer opened points at none.
    isReady ||= hasFocus() && (item() !== '' || framesWithFocus > mostFrames);
    if (event !== undefined) {
      passed = { at: item(), frames: 0 };
      const { type, key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
      const held = { shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, code, ...held }));
    }
    frame = early.length > 0 ? requestAnimationFrame(pass) : 0;
  }

  function onKey(event: KeyboardEvent): void {
    // Those that are passed on come by here once more.
    if (!event.isTrusted || modifiers.includes(event.key)) return;
    if (early.length === 0 && hasFocus() && (isReady || item() !== '')) {
      isReady = true;
      return;
    }
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
