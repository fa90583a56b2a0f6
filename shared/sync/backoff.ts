/** Full jitter: anywhere up to the bound, so that devices which lost the server together come back apart. */
export const backoff = { firstMs: 500, longestMs: 60_000 } as const;

/** A server may ask to be left alone for a day at most. */
export const retryAfter = { longestMs: 24 * 60 * 60 * 1000 } as const;

/** Milliseconds to wait before try `attempt` (1 is the first repetition). `random` gives [0, 1). */
export function backoffMs(attempt: number, random: () => number): number {
  const bound = Math.min(backoff.longestMs, backoff.firstMs * 2 ** Math.min(attempt - 1, 20));
  return Math.round(random() * bound);
}

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3), in milliseconds from `now`; null where unreadable. */
export function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  if (/^\d+$/.test(header.trim())) return Math.min(Number(header) * 1000, retryAfter.longestMs);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.min(Math.max(0, date - now), retryAfter.longestMs);
}
