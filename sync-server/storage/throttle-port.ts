/**
 * Counts attempts by key in fixed windows.
 *
 * 1. An attempt is counted before its outcome is known, so that guesses made at the same moment count too; a rightful
 *    one is given back.
 * 2. The number of keys is bounded, the window that began first is dropped first.
 *
 * Several servers before one database need one that they share. `throttle-suite.ts` is what every implementation
 * passes.
 */
export type AttemptThrottle = {
  take(key: string): Promise<{ kind: 'allowed' } | { kind: 'throttled'; retryAfterSeconds: number }>;
  giveBack(key: string): Promise<void>;
  forget(key: string): Promise<void>;
};

export type ThrottleOptions = { allowed: number; windowMs: number; now: () => number; maxKeys?: number };
