import { createListeners } from '#shared/events/listeners.ts';

type Items = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/**
 * The browser's synchronous storage, or nothing where it is forbidden altogether. `onChange` calls its listener
 * after every write of this page through here, and of every other page.
 */
export function draftStorage(page: Window): Items & { onChange(listener: () => void): () => void } {
  const items = itemsOf(page);
  const { subscribe, notify } = createListeners();
  page.addEventListener('storage', notify);
  return {
    get length() {
      return items.length;
    },
    key: (index) => items.key(index),
    getItem: (key) => items.getItem(key),
    setItem(key, text) {
      items.setItem(key, text);
      notify();
    },
    removeItem(key) {
      items.removeItem(key);
      notify();
    },
    onChange: subscribe,
  };
}

function itemsOf(page: Window): Items {
  try {
    return page.localStorage;
  } catch {
    const nothing = () => undefined;
    return { length: 0, key: () => null, getItem: () => null, setItem: nothing, removeItem: nothing };
  }
}
