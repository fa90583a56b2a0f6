import { type KeyboardEvent, type MouseEvent, type RefObject, useLayoutEffect, useRef } from 'react';
import { isApple } from '../../ui/keys/key-label.ts';
import { commandKey, pressedKey } from '../../ui/keys/pressed-key.ts';
import { nothingSelected, ranged, type Selection, toggled } from './version-selection.ts';

type VersionKeys = {
  readonly list: RefObject<HTMLOListElement | null>;
  /** Of the rows after the first, which is the current text. */
  readonly ids: readonly number[];
  readonly selection: Selection | null;
  setSelection(selection: Selection | null): void;
};

const control = '.version-open input, button.version-open';

/** Selects versions by the modifiers and keys that select rows of the sidebar. */
export function useVersionKeys(versions: VersionKeys) {
  const { ids, selection, setSelection } = versions;
  const { anchor, select, extend } = useRange(versions);
  /** The press that is about to tick a box is one with Shift. */
  const isRange = useRef(false);

  /** Of the box of a version, where versions are selected already. */
  function onToggle(id: number): void {
    const row = ids.indexOf(id) + 1;
    if (isRange.current) extend(row, row);
    else setSelection(toggled(selection ?? nothingSelected, id));
  }

  const listeners = {
    onClickCapture(event: MouseEvent): void {
      const row = rowOf(event);
      const id = row === null ? undefined : ids[row - 1];
      const isCommand = isApple() ? event.metaKey : event.ctrlKey;
      if (row === null || id === undefined) return;
      if (!event.shiftKey) anchor.current = id;
      // A box whose press is called off gets its old tick back from the browser, whatever is selected by then.
      if (event.target instanceof HTMLInputElement) {
        isRange.current = event.shiftKey;
        return;
      }
      if (event.shiftKey) extend(row, row);
      else if (isCommand) select(row, toggled(selection ?? nothingSelected, id));
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    onKeyDown(event: KeyboardEvent): void {
      const row = rowOf(event) ?? 0;
      const key = pressedKey(event);
      const to = row + (key === 'ArrowDown' ? 1 : -1);
      if (commandKey(event) === 'a') select(row, new Set(ids));
      else if (key === 'Escape' && selection !== null) select(row, null);
      else if (event.shiftKey && /^Arrow(Up|Down)$/.test(key) && ids[to - 1] !== undefined) extend(row, to);
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
  return { listeners, onToggle };
}

/** Returns the version that a range begins at, and what selects, with the focus on the row that was chosen. */
function useRange({ list, ids, setSelection }: VersionKeys) {
  const anchor = useRef<number | null>(null);
  const wanted = useRef<number | null>(null);

  useLayoutEffect(() => {
    // A row that becomes a checkbox, or a button once more, has lost the focus.
    if (wanted.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"] :is(${control})`)?.focus();
    wanted.current = null;
  });

  function select(row: number, next: Selection | null): void {
    wanted.current = row;
    setSelection(next);
  }
  /** Without an anchor the range begins at `from`. */
  function extend(from: number, to: number): void {
    // It may be of another prompt, or deleted.
    const isHere = anchor.current !== null && ids.includes(anchor.current);
    const start = (isHere ? anchor.current : ids[from - 1]) ?? null;
    const end = ids[to - 1];
    if (start === null || end === undefined) return;
    anchor.current = start;
    select(to, ranged(ids, start, end));
  }

  return { anchor, select, extend };
}

/** Returns the row whose name was pressed, or has the focus; null for its buttons. */
function rowOf({ target }: MouseEvent | KeyboardEvent): number | null {
  const row = target instanceof Element && target.closest('.version-open')?.closest('[data-index]');
  return row ? Number(row.getAttribute('data-index')) : null;
}
