import { useState } from 'react';
import { useLastFocus } from '../dialog/last-focus.tsx';

/** Returns what had the focus when something opened, also after it closed. */
export function useOpener(open: boolean): HTMLElement | null {
  const lastFocus = useLastFocus();
  const [seen, setSeen] = useState<{ open: boolean; opener: HTMLElement | null }>({
    open: false,
    opener: null,
  });
  // Noted while it is drawn for the first time: a moment later the focus is in it. Needed after it closed.
  if (open !== seen.open) setSeen({ open, opener: open ? lastFocus.current : seen.opener });
  return seen.opener;
}
