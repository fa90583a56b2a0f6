import { type RefObject, useEffect, useEffectEvent } from 'react';
import { pressedKey } from '../../../ui/keys/pressed-key.ts';

export type Escape = {
  readonly on: boolean;
  /** Runs before listeners further out, which then do not get the key. */
  readonly first?: boolean;
  run(): void;
};

/**
 * Matches where an Escape closes a menu or a popover, and nothing else: in it, and on the button that opened it; and a
 * part of a panel that an Escape leaves (`data-own-escape`).
 */
const opened =
  '[role="menu"], [data-scope="popover"][data-part="content"], [aria-haspopup][aria-expanded="true"], [data-own-escape]';

/** Listens on the page and not in React, where the Escape of a dialog that was opened from here would arrive too. */
export function useEscape(place: RefObject<HTMLElement | null>, { on, first = false, run }: Escape): void {
  const leave = useEffectEvent(run);
  useEffect(() => {
    if (!on) return;
    function onKey(event: KeyboardEvent): void {
      // The text box takes the first Escape for itself, so that Tab leaves it; the next one comes here.
      if (pressedKey(event) !== 'Escape') return;
      const isInside = event.target instanceof Node && place.current?.contains(event.target) === true;
      if (!isInside && event.target !== document.body) return;
      if (event.target instanceof Element && event.target.closest(opened) !== null) return;
      if (first) event.stopPropagation();
      leave();
    }
    document.addEventListener('keydown', onKey, first);
    return () => document.removeEventListener('keydown', onKey, first);
  }, [on, first, place]);
}
