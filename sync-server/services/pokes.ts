/**
 * Tells whoever listens for a user that this user's sequence has moved. A poke carries a number, never
 * rows, and a lost one does no harm: the rows come with the next pull.
 */
export type Pokes = {
  poke(userId: number, seq: number): void;
  /** Returns how many there are in all. */
  listeners(): number;
  /** Returns the way to stop listening. */
  subscribe(userId: number, listener: (seq: number) => void): () => void;
};

/** `onPoke` is called for every user, listened for or not. */
export function createPokes(onPoke: (userId: number) => void = () => {}): Pokes {
  const listenersOf = new Map<number, Set<(seq: number) => void>>();
  return {
    poke(userId, seq) {
      for (const listener of listenersOf.get(userId) ?? []) listener(seq);
      onPoke(userId);
    },
    listeners: () => [...listenersOf.values()].reduce((sum, { size }) => sum + size, 0),
    subscribe(userId, listener) {
      const listeners = listenersOf.get(userId) ?? new Set();
      listenersOf.set(userId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && listenersOf.get(userId) === listeners) listenersOf.delete(userId);
      };
    },
  };
}
