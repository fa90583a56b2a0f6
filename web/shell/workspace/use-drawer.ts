import { useAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import { pressedKey } from '../../ui/pressed-key.ts';
import { drawerOpenAtom } from './workspace-atoms.ts';

/** The sidebar where it lies over the page: who has the focus, and how it goes away again. */
export function useDrawer(isNarrow: boolean) {
  const [isOpen, setIsOpen] = useAtom(drawerOpenAtom);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  /** Moves the focus from the drawer to its button. */
  const close = useCallback(() => {
    setIsOpen(false);
    if (isOpen) button.current?.focus();
  }, [isOpen, setIsOpen]);

  useEffect(() => {
    if (!isOpen || !isNarrow) return;
    place.current?.querySelector<HTMLElement>('button')?.focus();
    function onKey(event: KeyboardEvent): void {
      // A menu or a dialog over the drawer has its own Escape.
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return;
      if (!place.current?.contains(document.activeElement)) return;
      close();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, isNarrow, close]);

  return { isOpen, place, button, open: () => setIsOpen(true), close };
}

export type Drawer = ReturnType<typeof useDrawer>;
