/** Calls functions when something has changed. */
export type Listeners = {
  /** Returns how to stop. */
  subscribe(listener: () => void): () => void;
  notify(): void;
};

export function createListeners(): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
