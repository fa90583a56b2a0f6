/** A turn at something that only one may do at a time. Ends with its scope: `using turn = await turns(key)`. */
export type Turn = {
  /** Aborted when somebody else is waiting: a sender that broke off may hold its turn without knowing. */
  overtaken: AbortSignal;
  [Symbol.dispose](): void;
};

/** Asks whoever has the turn to stop, and waits until they have. */
export type TakeTurn = (key: string) => Promise<Turn>;

export function createTurns(): TakeTurn {
  const latest = new Map<string, { ended: Promise<void>; overtake(): void }>();
  return async (key) => {
    const before = latest.get(key);
    const controller = new AbortController();
    const end = Promise.withResolvers<void>();
    const mine = { ended: end.promise, overtake: () => controller.abort() };
    latest.set(key, mine);
    before?.overtake();
    await before?.ended;
    return {
      overtaken: controller.signal,
      [Symbol.dispose]() {
        end.resolve();
        if (latest.get(key) === mine) latest.delete(key);
      },
    };
  };
}
