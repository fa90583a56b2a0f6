/** Declares what the server counts for its admin. No label comes from a client: each has a closed list of values. */

import type { SecurityEventKind } from '../accounts/security-events.ts';
import type { CareTask } from './nightly-care.ts';

export type RequestMeasure = { method: string; route: string; status: number; ms: number };

/** Read when the metrics are. */
export type Gauges = {
  openStreams: number;
  databaseBytes: number;
  /** Pages of the database file that are empty. */
  databaseFreeBytes: number;
  blobs: number;
  blobBytes: number;
  diskFreeBytes: number;
};

/** `failed`: the delivery is among the failed ones now. */
export type WebhookOutcome = 'delivered' | 'waiting' | 'failed';

export type Metrics = {
  request(measure: RequestMeasure): void;
  security(kind: SecurityEventKind): void;
  /** `seconds`: how long the oldest mutation of a push had waited on its device, as the device states it. */
  pushWaited(seconds: number): void;
  webhookAttempt(outcome: WebhookOutcome): void;
  webhookStopped(): void;
  /** `at`: in seconds. */
  careDone(task: CareTask, at: number): void;
  /** Returns everything in the text format of Prometheus. */
  render(gauges: Gauges): Promise<{ contentType: string; text: string }>;
};
