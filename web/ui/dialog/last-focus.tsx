import { createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react';
import { topmostSelector } from './topmost.ts';

/** Marks a field that gives its place to another one soon: the focus does not go back to it. */
export const typeAheadAttribute = { 'data-type-ahead': '' } as const;
const passing = `[role=menu], [data-type-ahead], ${topmostSelector}`;
const LastFocusContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined);

/**
 * Remembers what had the focus last, menus and notifications left aside. A dialog that a menu item opens
 * would otherwise give the focus back to the menu, which is gone by then.
 */
export function LastFocusProvider({ children }: { readonly children: ReactNode }) {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    function onFocus({ target }: FocusEvent): void {
      if (target instanceof HTMLElement && !target.closest(passing)) last.current = target;
    }
    window.addEventListener('focusin', onFocus, true);
    return () => window.removeEventListener('focusin', onFocus, true);
  }, []);
  return <LastFocusContext value={last}>{children}</LastFocusContext>;
}

export function useLastFocus(): RefObject<HTMLElement | null> {
  const last = useContext(LastFocusContext);
  if (!last) throw new Error('useLastFocus needs a UiProvider around it');
  return last;
}
