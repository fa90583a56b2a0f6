import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { tabAfterClosing } from '../../ui/dialog/tab-after-closing.ts';
import { commandKey, pressedKey } from '../../ui/keys/pressed-key.ts';
import { tabId } from './tab-ids.ts';

type RovingOptions = {
  selectedId: number | null;
  onClose(id: number): void;
  /** Moves a tab by one place to the left (-1) or right (1). */
  onStep(id: number, by: -1 | 1): void;
};

/**
 * Arrows move the focus, with Ctrl and Shift the tab; Enter or Space opens; Delete closes. Then the focus goes to the neighbour; with the selected tab
 * to the first one, which is selected next.
 */
export function useRovingTab(
  tabs: readonly { readonly id: number }[],
  { selectedId, onClose, onStep }: RovingOptions,
) {
  const [focused, setFocused] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const placeOf = (wantedId: number | null) => tabs.findIndex(({ id }) => id === wantedId);
  const known = placeOf(focused ?? selectedId);
  const stop = known >= 0 ? known : Math.max(0, placeOf(selectedId));

  useLayoutEffect(() => {
    if (wanted.current === null) return;
    const element = document.getElementById(tabId(wanted.current));
    wanted.current = null;
    element?.focus();
  });

  function moveTo(tab: { readonly id: number } | undefined): void {
    if (tab === undefined) return;
    wanted.current = tab.id;
    setFocused(tab.id);
  }

  function closeTab(index: number): void {
    const tab = tabs[index];
    if (tab === undefined) return;
    const next = tabAfterClosing(tabs, { index, selectedId });
    if (willLoseFocus(tab.id)) moveTo(next);
    onClose(tab.id);
  }

  return {
    stop,
    closeTab,
    focusTab(index: number): void {
      // The stop is there already: nothing is to be drawn.
      if (index !== stop) setFocused(tabs[index]?.id ?? null);
    },
    leaveTab(): void {
      if (wanted.current === null) setFocused(null);
    },
    onKeyDown(index: number, event: KeyboardEvent<HTMLElement>): void {
      const tab = tabs[index];
      const by = stepBy(event);
      if (tab === undefined || (by === null && isHeld(event))) return;
      if (by !== null) {
        // Where it goes it keeps the focus.
        wanted.current = tab.id;
        onStep(tab.id, by);
      } else if (pressedKey(event) === 'Delete') closeTab(index);
      else {
        const next = nextTab(pressedKey(event), index, tabs.length);
        if (next === null) return;
        moveTo(tabs[next]);
      }
      event.preventDefault();
    },
  };
}

function isHeld({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || altKey || metaKey;
}

/** Returns by how many places a key moves a tab; null where it moves none. */
function stepBy(event: KeyboardEvent): -1 | 1 | null {
  const key = commandKey(event, { shift: true });
  return key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : null;
}

/** Returns the tab that a key moves the focus to, round the ends; null where it moves nothing. */
function nextTab(key: string, index: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** The middle button closes a tab without taking the focus, which may be anywhere. Safari gives it to no button. */
function willLoseFocus(promptId: number): boolean {
  const { activeElement, body } = document;
  const place = document.getElementById(tabId(promptId))?.parentElement;
  return activeElement === body || place?.contains(activeElement) === true;
}
