import { useEffect, useEffectEvent } from 'react';
import { isSaveKey } from './editor-keys.ts';

/** Wherever the focus is, the browser would offer to save the page. */
export function useSaveKey(save: () => void): void {
  const run = useEffectEvent(save);
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      if (!event.repeat) run();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
