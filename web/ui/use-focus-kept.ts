import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A control that is disabled while something is under way loses the focus to the page. It has it again
 * afterwards, where nothing else has taken it meanwhile.
 */
export function useFocusKept(control: RefObject<HTMLElement | null>, pending: boolean): void {
  const had = useRef(false);
  useLayoutEffect(() => {
    if (pending) {
      had.current = document.activeElement === control.current;
      return;
    }
    const wasLost = document.activeElement?.contains(control.current) ?? true;
    if (had.current && wasLost) control.current?.focus();
    had.current = false;
  }, [pending, control]);
}
