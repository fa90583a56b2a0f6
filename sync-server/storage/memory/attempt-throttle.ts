/** `throttle-port.ts` in the memory of one server: a restart forgets. */
import type { AttemptThrottle, ThrottleOptions } from '../ports/throttle-port.ts';

type Window = { count: number; endsAt: number };

export function createAttemptThrottle(options: ThrottleOptions): AttemptThrottle {
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
    async take(key) {
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
    async giveBack(key) {
      const current = windows.get(key);
      if (current !== undefined && current.count > 0) current.count -= 1;
    },
    async forget(key) {
      windows.delete(key);
    },
  };
}
