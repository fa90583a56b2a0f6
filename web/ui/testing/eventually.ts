import { vi } from 'vitest';

/** Until it holds. The limit is a net for what hangs, not a measure. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 60_000 });
}
