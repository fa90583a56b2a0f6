/** `turns-port.ts` in the memory of one server. */
import type { TakeTurn } from '../ports/turns-port.ts';

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
