/** Registers the texts that are typed on the screens of this page and not committed yet, each with how to store it. */
import { createListeners } from '#shared/events/listeners.ts';

export type TypedTexts = {
  /**
   * `store` commits the text, or keeps it as a draft. `rescue` keeps as a draft what was typed since the text was
   * opened, committed or not.
   */
  add(store: () => Promise<unknown>, rescue?: () => void): TypedText;
  /** Whether any text waits for its autosave, or is being committed. */
  hasPending(): boolean;
  /** Calls the listener whenever `hasPending` may have changed. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Resolves when every text is committed, or kept as a draft. */
  storeAll(): Promise<void>;
  /** After the library was taken away: what was committed to it and not sent is in this page alone. */
  rescueAll(): void;
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
  const rescues = new Set<() => void>();
  const pending = new Set<TypedText>();
  const { subscribe, notify } = createListeners();
  let givenUp = false;
  return {
    add(store, rescue = () => {}) {
      stores.add(store);
      rescues.add(rescue);
      const text: TypedText = {
        setPending(isPending) {
          if (pending.has(text) === isPending) return;
          if (isPending) pending.add(text);
          else pending.delete(text);
          notify();
        },
        stop() {
          stores.delete(store);
          rescues.delete(rescue);
        },
      };
      return text;
    },
    hasPending: () => pending.size > 0,
    subscribe,
    async storeAll() {
      await Promise.allSettled([...stores].map((store) => store()));
    },
    rescueAll() {
      for (const rescue of rescues) rescue();
    },
    giveUp() {
      givenUp = true;
    },
    areGivenUp: () => givenUp,
  };
}
