/**
 * Counts attempts by key in fixed windows.
 *
 * 1. An attempt is counted before its outcome is known, so that guesses made at the same moment count too; a rightful
 *    one is given back.
 * 2. The number of keys is bounded, the window that began first is dropped first.
 * 3. Nodes of one database count together, by the name of the throttle.
 *
 * `throttle-suite.ts` is what every implementation passes.
 */
export type AttemptThrottle = {
  take(key: string): Promise<{ kind: 'allowed' } | { kind: 'throttled'; retryAfterSeconds: number }>;
  giveBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
};

export type ThrottleOptions = {
  /** Names what is counted: a key of one throttle has nothing to do with the same key of another. */
  name: string;
  allowed: number;
  windowMs: number;
  now: () => number;
  maxKeys?: number;
};

export type OpenThrottle = (options: ThrottleOptions) => AttemptThrottle;
