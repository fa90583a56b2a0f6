/**
 * `throttle-port.ts` on PostgreSQL.
 *
 * 1. An attempt is one statement: of two on different nodes the second sees the first.
 * 2. Instants are of the node that asks; a window is as wrong as clocks of nodes differ.
 * 3. Ended windows and those beyond the bound go with every hundredth of `maxKeys` windows that begin here.
 */
import { hash } from 'node:crypto';
import type { AttemptThrottle, ThrottleOptions } from '../ports/throttle-port.ts';
import type { Transactions } from './transactions.ts';

/** `count` is null where the attempt is refused. */
type Taken = { count: number | null; endsAt: number | null };

/** An attempt that counts twice where a connection was lost harms less than a sign-in that fails. */
const repeatable = { isRepeatable: true };

export function createAttemptThrottle(
  { write }: Transactions,
  { name, allowed, windowMs, now, maxKeys = 10_000 }: ThrottleOptions,
): AttemptThrottle {
  const clearedEvery = Math.ceil(maxKeys / 100);
  let begun = 0;

  const sending = (text: string, key: string) =>
    write(async ({ send }) => send(text, [name, hashOf(key)]), repeatable);

  return {
    async take(key) {
      const instant = now();
      const [taken] = await write(
        ({ query }) => query<Taken>(takes, [name, hashOf(key), instant, instant + windowMs, allowed]),
        repeatable,
      );
      if (taken?.count === 1) {
        begun += 1;
        if (begun % clearedEvery === 0) {
          await write(async ({ send }) => send(clears, [name, instant, maxKeys]), repeatable);
        }
      }
      if (taken?.count != null) return { kind: 'allowed' };
      const endsAt = taken?.endsAt ?? instant + windowMs;
      return { kind: 'throttled', retryAfterSeconds: Math.max(1, Math.ceil((endsAt - instant) / 1000)) };
    },
    giveBack: (key) => sending(givesBack, key),
    forget: (key) => sending('DELETE FROM attempts WHERE throttle = $1 AND key = $2', key),
  };
}

const takes = `WITH taken AS (
    INSERT INTO attempts AS had (throttle, key, count, ends_at) VALUES ($1, $2, 1, $4)
    ON CONFLICT (throttle, key) DO UPDATE SET
      count = CASE WHEN had.ends_at <= $3 THEN 1 ELSE had.count + 1 END,
      ends_at = CASE WHEN had.ends_at <= $3 THEN excluded.ends_at ELSE had.ends_at END,
      began = CASE WHEN had.ends_at <= $3 THEN excluded.began ELSE had.began END
    WHERE had.ends_at <= $3 OR had.count < $5
    RETURNING count)
  SELECT (SELECT count FROM taken) AS count,
    (SELECT ends_at FROM attempts WHERE throttle = $1 AND key = $2) AS "endsAt"`;

const givesBack = 'UPDATE attempts SET count = count - 1 WHERE throttle = $1 AND key = $2 AND count > 0';

const clears = `DELETE FROM attempts WHERE throttle = $1 AND (ends_at <= $2 OR began < (SELECT min(began) FROM
  (SELECT began FROM attempts WHERE throttle = $1 ORDER BY began DESC LIMIT $3) AS latest))`;

function hashOf(key: string): string {
  return hash('sha256', key, 'hex');
}
