import type { BoundText, Unsaved } from './bound-text.ts';

/**
 * Stores a text so that it outlives a page that is torn down in the middle of a write; must be synchronous. `keep`
 * returns whether it was stored.
 */
export type LastResort = { keep(unsaved: Unsaved): boolean; drop(): void };

/** The copy of the unsaved text that outlives the page. */
export type UnsavedCopy = {
  /** Stores what is not in the row; returns whether it is stored. */
  store(): boolean;
  drop(): void;
  /** Stores what the text has over `base`, and drops it no more: the library that could take it is gone. */
  storeForGood(base: string): void;
  /** Returns the text that is stored: another tab may put it into the row before this editor does. */
  read(): string | null;
};

export function createUnsavedCopy(
  bound: BoundText,
  { lastResort, isDraft }: { lastResort: LastResort; isDraft: boolean },
): UnsavedCopy {
  let stored = isDraft ? bound.read() : null;
  /** The very text that was stored last, and its base. */
  let last: Unsaved | null = null;
  let isForGood = false;

  function store(): boolean {
    const unsaved = bound.unsaved();
    if (unsaved === null) return false;
    // Not once more: another page may have taken it up, and removed it, while this one still tries to write.
    if (last !== null && last.text === unsaved.text && last.base === unsaved.base) return true;
    if (!lastResort.keep(unsaved)) return false;
    last = unsaved;
    stored = unsaved.text;
    return true;
  }

  return {
    store,
    storeForGood(base) {
      isForGood = true;
      bound.setBase(base);
      store();
    },
    drop() {
      if (isForGood) return;
      if (stored !== null) lastResort.drop();
      stored = null;
      last = null;
    },
    read: () => stored,
  };
}
