/** `vi.waitFor` gives up after a second: on a machine that is busy that is a measure of the machine, and no net. */
import { vi } from 'vitest';

const { waitFor } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, { timeout: 60_000, ...(typeof options === 'number' ? { timeout: options } : options) });
