import { useAtom } from 'jotai';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useCommands } from '../../ui/commands.ts';
import { isPageCovered } from '../../ui/dialog/topmost.ts';
import { useStableActs } from '../../ui/hooks/use-stable-act.ts';
import { commandKey, pressedKey } from '../../ui/keys/pressed-key.ts';
import { drawerOpenAtom, sidebarAtom } from './workspace-atoms.ts';

/** Below the breakpoint `md` the sidebar lies over the page. */
export const narrowWindow = '(max-width: 47.99rem)';

/** The sidebar beside the page, or as a drawer over it: whether it is shown, who has the focus, and how it goes away again. */
export function useDrawer(isNarrow: boolean) {
  const [isDrawn, setIsDrawn] = useAtom(drawerOpenAtom);
  const [{ isHidden }, setSidebar] = useAtom(sidebarAtom);
  const isOpen = isNarrow && isDrawn;
  const isShown = isNarrow ? isDrawn : !isHidden;
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  /** Moves the focus from the drawer to its button. */
  const close = useCallback(() => {
    setIsDrawn(false);
    if (isOpen) button.current?.focus();
  }, [isOpen, setIsDrawn]);

  function toggle(): void {
    if (isOpen) close();
    else if (isNarrow) setIsDrawn(true);
    else {
      if (isShown && place.current?.contains(document.activeElement)) button.current?.focus();
      setSidebar((before) => ({ ...before, isHidden: isShown }));
    }
  }

  useSidebarKey(toggle);
  useCommands(() => ({ showSidebar: !isShown && toggle, hideSidebar: isShown && toggle }));

  useEffect(() => {
    if (!isOpen) return;
    place.current?.querySelector<HTMLElement>('button')?.focus();
    function onKey(event: KeyboardEvent): void {
      // A menu or a dialog over the drawer has its own Escape.
      if (pressedKey(event) !== 'Escape' || event.defaultPrevented) return;
      if (!place.current?.contains(document.activeElement)) return;
      close();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen, close]);

  function show(): void {
    if (!isShown) toggle();
  }

  // The header is not drawn again for another prompt.
  const acts = useStableActs({ toggle, show, close });
  return useMemo(() => ({ isOpen, isShown, place, button, ...acts }), [isOpen, isShown, acts]);
}

/** Ctrl+\\, by the sign that the keyboard writes or by the place that it has on most. */
function useSidebarKey(toggle: () => void): void {
  const run = useEffectEvent(toggle);
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const key = commandKey(event);
      if (key !== '\\' && (key === null || event.code !== 'Backslash')) return;
      if (isPageCovered()) return;
      event.preventDefault();
      if (!event.repeat) run();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

export type Drawer = ReturnType<typeof useDrawer>;
