/** Registers the texts that are typed on the screens of this page and not committed yet, each with how to store it. */
export type TypedTexts = {
  /** `store` commits the text, or keeps it as a draft. Returns how to stop. */
  add(store: () => Promise<unknown>): () => void;
  /** Resolves when every text is committed, or kept as a draft. */
  storeAll(): Promise<void>;
  /** After a sign-out that counted everything: no draft of this person may be written any more. */
  giveUp(): void;
  areGivenUp(): boolean;
};

export function typedTexts(): TypedTexts {
  const stores = new Set<() => Promise<unknown>>();
  let givenUp = false;
  return {
    add(store) {
      stores.add(store);
      return () => stores.delete(store);
    },
    async storeAll() {
      await Promise.allSettled([...stores].map((store) => store()));
    },
    giveUp() {
      givenUp = true;
    },
    areGivenUp: () => givenUp,
  };
}
