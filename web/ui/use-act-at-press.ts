import { type MouseEvent, useRef } from 'react';

/**
 * Returns the listeners of a button that acts when the mouse goes down on it, and not when it comes up, as tabs do
 * everywhere; by a key, and for a finger that is lifted, as any button. A mouse that goes on to drag has acted.
 */
export function useActAtPress(act: () => void) {
  const hasActed = useRef(false);
  return {
    onMouseDown(event: MouseEvent): void {
      // With Ctrl it opens a menu on a Mac.
      if (event.button !== 0 || event.ctrlKey) return;
      // The focus comes here with this press. What has it does not lose it by what is drawn now.
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
