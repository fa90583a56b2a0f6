import { useMenuContext } from '@chakra-ui/react';
import { useEffectEvent, useLayoutEffect } from 'react';

/** How a menu was opened: who came by a key goes on by keys, from the first item, or the last one after an ArrowUp. */
export type OpenedBy = 'pointer' | 'key' | 'arrow up';

/**
 * Gives an open menu every key from then on, and one that was opened by a key its first item. The menu is drawn, and
 * takes the focus, some frames after it is open: until then its button or its row has the focus, and would take an
 * Enter that was meant for the first item. What the menu does by itself to point at that item is lost where its items
 * are drawn later than one frame after it is open.
 */
export function KeysOfMenu({ openedBy }: { readonly openedBy: () => OpenedBy }) {
  const menu = useMenuContext();
  const isOpen = menu.open;
  const listId = menu.getContentProps().id ?? '';
  const start = useEffectEvent(() =>
    keepKeysFor(listId, openedBy(), (value) => menu.setHighlightedValue(value)),
  );
  useLayoutEffect(() => (isOpen ? start() : undefined), [isOpen]);
  return null;
}

const modifiers: readonly string[] = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock'];

/** So long a menu that a pointer opened may take to point at an item, which it does only if the pointer is on one. */
const mostFrames = 10;
/** So long the items of a menu that a key opened may take to be drawn. */
const mostFramesToItems = 120;

/** Keeps the keys that come before the list has the focus, and passes them on when it has; returns how to stop. */
function keepKeysFor(listId: string, openedBy: OpenedBy, pointAt: (value: string) => void): () => void {
  const early: KeyboardEvent[] = [];
  let isReady = false;
  let framesWithFocus = 0;
  /** The item that was pointed at when the last key was passed on, and how many frames ago that was. */
  let passed = { at: '', frames: mostFrames };
  const list = () => document.getElementById(listId);
  const hasFocus = () => list()?.contains(document.activeElement) === true;
  const item = () => list()?.getAttribute('aria-activedescendant') ?? '';

  function pointAtFirst(): void {
    const items = list()?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([aria-disabled=true])');
    const value = items?.[openedBy === 'arrow up' ? items.length - 1 : 0]?.dataset.value;
    if (value !== undefined) pointAt(value);
  }

  function takeFocus(): void {
    if (hasFocus()) framesWithFocus += 1;
    else list()?.focus({ preventScroll: true });
    if (openedBy !== 'pointer' && item() === '') pointAtFirst();
    const frames = openedBy === 'pointer' ? mostFrames : mostFramesToItems;
    isReady = hasFocus() && (item() !== '' || framesWithFocus > frames);
  }

  /** Each key is to find what came of the one before: it is passed on when that has moved to an item, or moves to none. */
  function pass(): void {
    passed.frames += 1;
    const isDrawn = item() !== passed.at || passed.frames > mostFrames;
    const event = isReady && isDrawn ? early.shift() : undefined;
    if (!isReady) takeFocus();
    if (event !== undefined) {
      passed = { at: item(), frames: 0 };
      const { type, key, code, shiftKey, ctrlKey, altKey, metaKey } = event;
      const held = { shiftKey, ctrlKey, altKey, metaKey, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent(type, { key, code, ...held }));
    }
    frame = early.length > 0 || !isReady ? requestAnimationFrame(pass) : 0;
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
  // A menu that a pointer opened takes the focus by itself: a touch would scroll to it otherwise.
  let frame = openedBy === 'pointer' ? 0 : requestAnimationFrame(pass);
  return () => {
    cancelAnimationFrame(frame);
    window.removeEventListener('keydown', onKey, { capture: true });
  };
}
