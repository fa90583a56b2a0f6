/** `vi.waitFor` gives up after a second: on a machine that is busy that is a measure of the machine, and no net. */
import { vi } from 'vitest';

const { waitFor } = vi;

// Where files share a worker this runs once for each of them.
if (waitFor.name !== 'waitPatiently')
  vi.waitFor = function waitPatiently(callback, options) {
    const named = typeof options === 'number' ? { timeout: options } : options;
    return waitFor(callback, { timeout: 60_000, ...named });
  };
