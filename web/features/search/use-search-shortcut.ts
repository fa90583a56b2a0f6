import { useEffect } from 'react';
import { isPageCovered } from '../../ui/dialog/topmost.ts';
import { commandKey, isTyped, pressedKey } from '../../ui/keys/pressed-key.ts';
import { focusSearch } from './focus-search.ts';

/** Leads to the search box by Ctrl+Shift+F (⌘⇧F), and by a slash that is typed into nothing. */
export function useSearchShortcut(): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!isAsked(event) || isPageCovered()) return;
      event.preventDefault();
      focusSearch();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function isAsked(event: KeyboardEvent): boolean {
  if (commandKey(event, { shift: true }) === 'f') return true;
  const isSlash = pressedKey(event) === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
  return isSlash && !isTyped(event);
}
