import { type MouseEvent, useRef } from 'react';

/**
 * Returns the listeners of a button that acts on `mousedown`, as tabs of browsers and editors do. A key acts by its click.
 * A finger acts when it is lifted: browsers send `mousedown` only then. A drag begins with `mousedown`, so it acts too.
 */
export function useActAtPress(act: () => void) {
  const hasActed = useRef(false);
  return {
    onMouseDown(event: MouseEvent): void {
      // With Ctrl it opens a menu on a Mac.
      if (event.button !== 0 || event.ctrlKey) return;
      // The browser moves the focus here after this event. Left where it is, `act` could hide the focused element, and
      // the focus would go to the text that is shown next.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      hasActed.current = true;
      act();
    },
    onClick({ detail }: MouseEvent): void {
      // The click of a key counts no presses.
      if (detail === 0 || !hasActed.current) act();
      hasActed.current = false;
    },
  };
}
