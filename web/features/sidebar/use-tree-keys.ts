import { type KeyboardEvent, useRef } from 'react';
import { commandKey, pressedKey } from '../../ui/keys/pressed-key.ts';
import { type KeyMeaning, meaningOf } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';
import { findTyped, isTyped, nothingTyped, typeNext } from './type-ahead.ts';

export type TreeKeyOptions = {
  readonly picking: boolean;
  moveTo(row: number): void;
  follow(meaning: KeyMeaning, element: HTMLElement, at: number): void;
};

/** Returns the handler of a key on a row: letters move to a row by its name, other keys do what they mean. */
export function useTreeKeys(rows: readonly TreeRow[], { picking, moveTo, follow }: TreeKeyOptions) {
  const typed = useRef(nothingTyped);
  return (index: number, event: KeyboardEvent<HTMLElement>): void => {
    const { shiftKey: shift, timeStamp } = event;
    const key = pressedKey(event);
    const modified = event.ctrlKey || event.altKey || event.metaKey;
    // A button within the row keeps its own keys.
    if (event.target !== event.currentTarget && (key === 'Enter' || key === ' ')) return;
    if (!modified && isTyped(key, typed.current, timeStamp)) {
      typed.current = typeNext(typed.current, key, timeStamp);
      const names = rows.map(({ name }) => name);
      const found = findTyped(names, index, typed.current);
      if (found >= 0) moveTo(found);
      event.preventDefault();
      return;
    }
    const moves = event.altKey && shift && !event.ctrlKey && !event.metaKey;
    // ⌘ and the space bar belong to macOS, which leaves Ctrl and the space bar alone in a list.
    const command = event.ctrlKey && key === ' ' ? key : commandKey(event);
    const meaning = meaningOf(rows, index, { key, shift, modified, moves, command, picking });
    if (meaning === null) return;
    event.preventDefault();
    follow(meaning, event.currentTarget, index);
  };
}
