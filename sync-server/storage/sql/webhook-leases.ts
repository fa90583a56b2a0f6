import { type SQL, sql } from 'drizzle-orm';
import type { WebhookName } from '../ports/webhooks-port.ts';
import { nothing, type Work } from './work.ts';

/** Keeps the nodes of one database from sending something of the same webhook at once. */
export type WebhookLeases = {
  /** Returns false where another node has it. */
  take(name: WebhookName): Work<boolean>;
  release(name: WebhookName): Work<void>;
  /** A condition upon `webhooks AS w`: no other node has it. */
  readonly isFree: SQL;
};

/** A data folder has one server. */
export const noLeases: WebhookLeases = {
  *take() {
    yield* nothing;
    return true;
  },
  *release() {
    yield* nothing;
  },
  isFree: sql`1 = 1`,
};
