/**
 * Turns at something that only one may do at a time.
 *
 * 1. Whoever asks later waits, and asks the one that has the turn to stop.
 * 2. Those of one node are taken in the order in which they were asked for.
 *
 * `turns-suite.ts` is what every implementation passes.
 */

/** Ends with its scope: `using turn = await turns(key)`. */
export type Turn = {
  /** Aborted when somebody else is waiting: a sender that broke off may hold its turn without knowing. */
  overtaken: AbortSignal;
  [Symbol.dispose](): void;
};

/** Asks whoever has the turn to stop, and waits until they have. */
export type TakeTurn = (key: string) => Promise<Turn>;
