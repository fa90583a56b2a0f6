/**
 * Counts attempts by key in fixed windows. An attempt is counted before its outcome is known, so that
 * guesses made at the same moment count too; a rightful one is given back.
 * In memory: a restart forgets, and the number of keys is bounded, the longest unseen window first.
 */
export type AttemptThrottle = {
  take(key: string): { kind: 'allowed' } | { kind: 'throttled'; retryAfterSeconds: number };
  giveBack(key: string): void;
  forget(key: string): void;
};

type Window = { count: number; endsAt: number };

export function createAttemptThrottle(options: {
  allowed: number;
  windowMs: number;
  now: () => number;
  maxKeys?: number;
}): AttemptThrottle {
  const { allowed, windowMs, now, maxKeys = 10_000 } = options;
  // In the order of their beginning, so also of their end.
  const windows = new Map<string, Window>();

  function dropEnded(instant: number): void {
    for (const [key, window] of windows) {
      if (window.endsAt > instant && windows.size < maxKeys) return;
      windows.delete(key);
    }
  }

  return {
    take(key) {
      const instant = now();
      const current = windows.get(key);
      if (current === undefined || current.endsAt <= instant) {
        windows.delete(key);
        dropEnded(instant);
        windows.set(key, { count: 1, endsAt: instant + windowMs });
        return { kind: 'allowed' };
      }
      if (current.count >= allowed) {
        return { kind: 'throttled', retryAfterSeconds: Math.ceil((current.endsAt - instant) / 1000) };
      }
      current.count += 1;
      return { kind: 'allowed' };
    },
    giveBack(key) {
      const current = windows.get(key);
      if (current !== undefined && current.count > 0) current.count -= 1;
    },
    forget(key) {
      windows.delete(key);
    },
  };
}
