import { useEffect, useEffectEvent } from 'react';
import { commandKey } from '../../ui/keys/pressed-key.ts';

/**
 * Saves by Ctrl+S, with Shift a version, on a Mac by ⌘, wherever the focus is: the browser would offer to save the page.
 */
export function useSaveKey(save: () => void, { shift = false } = {}): void {
  const run = useEffectEvent(save);
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (commandKey(event, { shift }) !== 's') return;
      event.preventDefault();
      if (!event.repeat) run();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [shift]);
}
