/**
 * Fails a test that prints an error or a warning: what looks like trouble in a green run hides what is. A test that
 * provokes one expects it (`vi.spyOn(console, 'error')`).
 */
import { afterEach } from 'vitest';

const key = Symbol.for('printed by tests');
globalThis[key] ??= [];
/** @type {unknown[][]} */
const printed = globalThis[key];

for (const kind of /** @type {const} */ (['error', 'warn'])) {
  const print = console[kind];
  // Where files share a worker this runs once for each of them.
  if (print.name === 'printNoted') continue;
  console[kind] = function printNoted(...words) {
    printed.push(words);
    print(...words);
  };
}

afterEach(() => {
  const trouble = printed.splice(0);
  if (trouble.length > 0) throw new Error(`Printed, and not expected: ${trouble.map(String).join('; ')}`);
});
