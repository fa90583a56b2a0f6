/**
 * Limits how much a key may take a second, in the memory of one server: token buckets.
 * 1. A bucket holds `burst` tokens at most and gets `perSecond` back each second: what comes at once passes, what goes on
 *    and on is slowed down.
 * 2. A take that does not fit takes nothing, and names the seconds after which it fits and a quarter of the bucket is
 *    there besides: a client that waits has more to go on with than the one request that it repeats.
 * 3. The number of buckets is bounded; the one that was used longest ago is dropped first.
 */
export type TokenBuckets = {
  take(key: string, tokens: number): { kind: 'taken' } | { kind: 'empty'; retryAfterSeconds: number };
};

export function createTokenBuckets(options: {
  perSecond: number;
  burst: number;
  now: () => number;
  maxKeys?: number;
}): TokenBuckets {
  const { perSecond, burst, now, maxKeys = 10_000 } = options;
  // In the order of their last use.
  const buckets = new Map<string, { tokens: number; at: number }>();

  function filled(key: string, at: number): number {
    const bucket = buckets.get(key);
    if (bucket === undefined) return burst;
    const seconds = Math.max(0, at - bucket.at) / 1000;
    return Math.min(burst, bucket.tokens + seconds * perSecond);
  }

  return {
    take(key, tokens) {
      const at = now();
      const there = filled(key, at);
      const wanted = Math.min(tokens, burst);
      const fits = wanted <= there;
      buckets.delete(key);
      buckets.set(key, { tokens: fits ? there - wanted : there, at });
      for (const oldest of buckets.keys()) {
        if (buckets.size <= maxKeys) break;
        buckets.delete(oldest);
      }
      if (fits) return { kind: 'taken' };
      const missing = Math.min(burst, wanted + burst / 4) - there;
      return { kind: 'empty', retryAfterSeconds: Math.max(1, Math.ceil(missing / perSecond)) };
    },
  };
}
