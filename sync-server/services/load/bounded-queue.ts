export type BoundedQueue = {
  /** `full`: as many as may wait are waiting already, and `task` was not and will not be started. */
  run<Outcome>(task: () => Promise<Outcome>): Promise<{ kind: 'done'; outcome: Outcome } | { kind: 'full' }>;
};

/** First come, first served. */
export function createBoundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): BoundedQueue {
  let running = 0;
  const line: (() => void)[] = [];

  return {
    async run(task) {
      if (running >= atOnce) {
        if (line.length >= waiting) return { kind: 'full' };
        // Whoever leaves hands its place on, so `running` is not counted down and up in between.
        await new Promise<void>((resolve) => line.push(resolve));
      } else {
        running += 1;
      }
      try {
        return { kind: 'done', outcome: await task() };
      } finally {
        const next = line.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
