/** Builds what sends webhooks, and what a person does with them. */
import { newFraction, type RandomWords } from '#shared/model/ids.ts';
import type { SecurityEvents } from './services/accounts/security-events.ts';
import type { Metrics } from './services/operation/metrics-port.ts';
import type { WebhookSender } from './services/webhooks/webhook-sender.ts';
import { createWebhookWorker, type WebhookWorker } from './services/webhooks/webhook-worker.ts';
import { createWebhooks, type Webhooks } from './services/webhooks/webhooks.ts';
import type { Storages } from './storage/ports/storages.ts';

export type OwnWebhooks = { webhooks: Webhooks; webhookWorker: WebhookWorker };

export function createOwnWebhooks(outside: {
  storages: Pick<Storages, 'webhooks'>;
  webhookSender: WebhookSender;
  version: string;
  now: () => number;
  random: RandomWords;
  randomBytes: (size: number) => Uint8Array;
  after: (milliseconds: number, run: () => void) => () => void;
  reportError: (error: Error) => void;
  metrics: Metrics;
  securityEvents: SecurityEvents;
}): OwnWebhooks {
  const { now, random, randomBytes, version, after, reportError, metrics, securityEvents } = outside;
  const storage = outside.storages.webhooks;
  const sender = outside.webhookSender;
  const newMessageId = () => `msg_${Buffer.from(randomBytes(18)).toString('base64url')}`;
  const webhookWorker = createWebhookWorker({
    ...{ storage, sender, metrics, version, now, newMessageId, after, reportError },
    random: () => newFraction(random),
  });
  const webhooks = createWebhooks({
    ...{ storage, sender, securityEvents, now, random, randomBytes, newMessageId },
    worker: webhookWorker,
  });
  return { webhooks, webhookWorker };
}
