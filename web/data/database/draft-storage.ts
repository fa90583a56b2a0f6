/** The storage that needs no time, as much of the browser's `Storage` as is needed. */
export type DraftStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'> & {
  /** Calls the listener when any tab has written; returns how to stop. Absent: nobody can tell. */
  onChange?(listener: () => void): () => void;
};

export const noDraftStorage: DraftStorage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
};

export function keysWith(storage: DraftStorage, prefix: string): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  return keys.filter((key) => key?.startsWith(prefix) === true).map(String);
}

/**
 * Puts an item under another key. It takes the room that it had, so that a full storage does not stand in the way;
 * where it does all the same, the item stays where it was.
 */
export function moveItem(storage: DraftStorage, from: string, to: string): void {
  const text = storage.getItem(from);
  if (text === null) return;
  storage.removeItem(from);
  try {
    storage.setItem(to, text);
  } catch {
    storage.setItem(from, text);
  }
}

export function parsedJson(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
