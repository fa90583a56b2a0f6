/**
 * Measures how long each part of a task takes, as somebody who waits for it would.
 * @param {{ now?: () => number, installMs?: number }} [options]
 */
export function wallTimes({
  now = () => performance.now(),
  installMs = Number(process.env.INSTALL_MS ?? 0),
} = {}) {
  const created = now();
  const parts = [{ name: 'install', ms: installMs }];
  return {
    /**
     * @template T
     * @param {string} name
     * @param {() => T | Promise<T>} run
     * @returns {Promise<T>}
     */
    async timed(name, run) {
      const started = now();
      try {
        return await run();
      } finally {
        parts.push({ name, ms: now() - started });
      }
    },
    /** Returns one line with every part and with all of them together, some of which may have run at once. */
    summary() {
      const all = installMs + now() - created;
      const each = parts.map(({ name, ms }) => `${name} ${seconds(ms)}`);
      return `Wall time: ${each.join(', ')}; together ${seconds(all)}.`;
    },
  };
}

/** @param {number} ms */
function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
