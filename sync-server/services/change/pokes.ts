/**
 * Tells whoever listens for a user that this user's sequence has moved, on this node and on the others. A poke carries a
 * number, never rows, and a lost one does no harm: the rows come with the next pull.
 *
 * After the other nodes could not be heard for a while every user who is listened for is poked once.
 */
import type { Nodes } from '../../storage/ports/nodes-port.ts';

export type Pokes = {
  poke(userId: number, seq: number): void;
  /** Returns how many there are in all. */
  listeners(): number;
  /** Returns the way to stop listening. */
  subscribe(userId: number, listener: (seq: number) => void): () => void;
  /** `check` is called when what gives access to the user's library may have ended elsewhere. Returns the way to stop. */
  onAccess(userId: number, check: () => Promise<void>): () => void;
};

type PokesDeps = {
  nodes: Nodes;
  latestSeq: (userId: number) => Promise<number>;
  onPoke: (userId: number) => void;
};

/** Without any deps it is one that nobody else hears. `onPoke` is called for every user of this node, listened for or not. */
export function createPokes(deps?: PokesDeps): Pokes {
  const changes = new ByUser<(seq: number) => void>();
  const accesses = new ByUser<() => Promise<void>>();
  let isCatchingUp = false;
  let isMissedAgain = false;

  const changed = (userId: number, seq: number) => {
    for (const listener of changes.of(userId)) listener(seq);
  };

  function checkAccess(userId: number): void {
    // A check that fails is made again with the next beat of its stream.
    for (const check of accesses.of(userId)) check().catch(() => {});
  }

  async function catchUp(latestSeq: PokesDeps['latestSeq']): Promise<void> {
    isMissedAgain = true;
    if (isCatchingUp) return;
    isCatchingUp = true;
    while (isMissedAgain) {
      isMissedAgain = false;
      for (const userId of accesses.users()) checkAccess(userId);
      for (const userId of changes.users()) {
        // The device of one who cannot be read now pulls by itself.
        const seq = await latestSeq(userId).catch(() => undefined);
        if (seq !== undefined) changed(userId, seq);
      }
    }
    isCatchingUp = false;
  }

  deps?.nodes.listen((news) => {
    if (news.kind === 'changed') changed(news.userId, news.seq);
    else if (news.kind === 'access') checkAccess(news.userId);
    else void catchUp(deps.latestSeq);
  });

  return {
    poke(userId, seq) {
      changed(userId, seq);
      deps?.onPoke(userId);
      deps?.nodes.notify(userId, seq);
    },
    listeners: () => changes.count(),
    subscribe: (userId, listener) => changes.add(userId, listener),
    onAccess: (userId, check) => accesses.add(userId, check),
  };
}

class ByUser<Listener> {
  readonly #all = new Map<number, Set<Listener>>();

  users(): number[] {
    return [...this.#all.keys()];
  }

  of(userId: number): Iterable<Listener> {
    return this.#all.get(userId) ?? [];
  }

  count(): number {
    return [...this.#all.values()].reduce((sum, { size }) => sum + size, 0);
  }

  add(userId: number, listener: Listener): () => void {
    const listeners = this.#all.get(userId) ?? new Set();
    this.#all.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#all.get(userId) === listeners) this.#all.delete(userId);
    };
  }
}
