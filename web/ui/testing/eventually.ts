import { vi } from 'vitest';

/** Until it holds. A second, which `vi.waitFor` gives by itself, is little beside other browsers on a small machine. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 15_000 });
}
