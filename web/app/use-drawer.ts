import { useAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { drawerOpenAtom } from './workspace-atoms.ts';

/** The sidebar where it lies over the page: who has the focus, and how it goes away again. */
export function useDrawer(isNarrow: boolean) {
  const [isOpen, setIsOpen] = useAtom(drawerOpenAtom);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen || !isNarrow) return;
    place.current?.querySelector<HTMLElement>('button')?.focus();
    function onKey(event: KeyboardEvent): void {
      // A menu or a dialog over the drawer has its own Escape.
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!place.current?.contains(document.activeElement)) return;
      setIsOpen(false);
      button.current?.focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, isNarrow, setIsOpen]);

  return { isOpen, place, button, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}

export type Drawer = ReturnType<typeof useDrawer>;
