/**
 * Measures for how long the event loop was held at most. The CPU time of this thread counts, not only the clock:
 * on a machine that does other things as well, the clock also measures those.
 */
export type Hold = { clockMs: number; cpuMs?: number };

export async function longestHold(act: () => Promise<void>): Promise<Hold> {
  const longest = { clockMs: 0, cpuMs: 0 };
  let clock = performance.now();
  let cpu = cpuMs();
  let isOver = false;
  const sample = () => {
    const [clockNow, cpuNow] = [performance.now(), cpuMs()];
    longest.clockMs = Math.max(longest.clockMs, clockNow - clock);
    longest.cpuMs = Math.max(longest.cpuMs, cpuNow - cpu);
    [clock, cpu] = [clockNow, cpuNow];
    if (!isOver) setImmediate(sample);
  };
  setImmediate(sample);
  await act();
  isOver = true;
  sample();
  return longest;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
