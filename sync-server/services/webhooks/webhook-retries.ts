/**
 * Decides what follows from an attempt.
 *
 * 1. A delivery in line holds back those behind it for `inLine` attempts; then it is tried aside, so that one message
 *    that a receiver cannot take stops nothing else.
 * 2. Pauses grow with the failures of the delivery, or of its webhook where those are more, with full jitter; what the
 *    receiver asks for by Retry-After counts, up to the longest pause.
 * 3. A webhook of which each attempt failed for `stopsAfterMs` is stopped, and what waits stays. So is one that
 *    answers 410, by which receivers say that they are gone.
 * 4. What a person asked for is tried once, and stops nothing.
 */
import { retryAfterMs } from '#shared/sync/backoff.ts';
import type { DueDelivery, SettledAttempt } from '../../storage/ports/webhooks-port.ts';
import type { WebhookAnswer } from './webhook-sender.ts';

export const webhookRetries = {
  attempts: 12,
  inLine: 5,
  firstMs: 5_000,
  longestMs: 4 * 60 * 60 * 1000,
  stopsAfterMs: 3 * 24 * 60 * 60 * 1000,
} as const;

export type Attempt = {
  delivery: Pick<DueDelivery, 'number' | 'attempts' | 'lane' | 'failures' | 'failingSince'>;
  answer: Exclude<WebhookAnswer, { kind: 'stopped' }>;
  /** When it began. */
  from: number;
  at: number;
  /** From 0 to 1. */
  random: number;
};

const gone = 410;

export function afterAttempt({ delivery, answer, from, at, random }: Attempt): SettledAttempt {
  const { number, lane, failures } = delivery;
  const status = answer.kind === 'answered' ? answer.status : null;
  const problem = answer.kind === 'failed' ? answer.problem : null;
  const attempts = delivery.attempts + 1;
  const attempt = { number, at, tookMs: Math.max(0, at - from), status, problem, attempts };
  if (status !== null && status >= 200 && status < 300) {
    const retriesAside = failures >= webhookRetries.inLine;
    const webhook = { failures: 0, failingSince: null, stops: false, retriesAside };
    return { ...attempt, next: { state: 'delivered' }, webhook };
  }
  if (lane === 'asked') return { ...attempt, next: { state: 'failed' }, webhook: null };
  const failingSince = delivery.failingSince ?? at;
  const stops = status === gone || at - failingSince >= webhookRetries.stopsAfterMs;
  const webhook = { failures: failures + 1, failingSince, stops, retriesAside: false };
  if (attempts >= webhookRetries.attempts) return { ...attempt, next: { state: 'failed' }, webhook };
  const dueAt = at + pauseMs({ answer, failed: Math.max(attempts, failures + 1), at, random });
  const nextLane = attempts >= webhookRetries.inLine ? 'aside' : lane;
  return { ...attempt, next: { state: 'waiting', lane: nextLane, dueAt }, webhook };
}

function pauseMs({
  answer,
  failed,
  at,
  random,
}: Pick<Attempt, 'answer' | 'at' | 'random'> & { failed: number }): number {
  const { firstMs, longestMs } = webhookRetries;
  const bound = Math.min(longestMs, firstMs * 4 ** Math.min(failed - 1, 20));
  const asked = answer.kind === 'answered' ? retryAfterMs(answer.retryAfter, at) : null;
  return Math.max(1_000, Math.round(random * bound), Math.min(longestMs, asked ?? 0));
}
