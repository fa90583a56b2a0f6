/** Registers the texts that are typed on the screens of this page and not committed yet, each with how to store it. */
import { createListeners } from '#shared/events/listeners.ts';

export type TypedTexts = {
  /** `store` commits the text, or keeps it as a draft. */
  add(store: () => Promise<unknown>): TypedText;
  /** Whether any text waits for its autosave, or is being committed. */
  hasPending(): boolean;
  /** Calls the listener whenever `hasPending` may have changed. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Resolves when every text is committed, or kept as a draft. */
  storeAll(): Promise<void>;
  /** After a sign-out that counted everything: no draft of this person may be written any more. */
  giveUp(): void;
  areGivenUp(): boolean;
};

export type TypedText = {
  /** A text that is no longer stored on demand may still be on its way to the library. */
  setPending(isPending: boolean): void;
  /** Removes it from what `storeAll` stores. */
  stop(): void;
};

export function typedTexts(): TypedTexts {
  const stores = new Set<() => Promise<unknown>>();
  const pending = new Set<TypedText>();
  const { subscribe, notify } = createListeners();
  let givenUp = false;
  return {
    add(store) {
      stores.add(store);
      const text: TypedText = {
        setPending(isPending) {
          if (pending.has(text) === isPending) return;
          if (isPending) pending.add(text);
          else pending.delete(text);
          notify();
        },
        stop: () => stores.delete(store),
      };
      return text;
    },
    hasPending: () => pending.size > 0,
    subscribe,
    async storeAll() {
      await Promise.allSettled([...stores].map((store) => store()));
    },
    giveUp() {
      givenUp = true;
    },
    areGivenUp: () => givenUp,
  };
}
