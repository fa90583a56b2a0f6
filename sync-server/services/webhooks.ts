import { newId, type RandomWords } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { type NewWebhook, type WebhookChange, WebhookEvent } from '#shared/model/webhook.ts';
import type {
  DeliveryQuery,
  StoredDelivery,
  StoredWebhook,
  WebhooksStorage,
} from '../storage/webhooks-port.ts';
import { pingDelivery } from './webhook-message.ts';
import type { WebhookSender } from './webhook-sender.ts';
import { webhookSecret } from './webhook-signature.ts';
import { type WebhookWorker, webhookBounds } from './webhook-worker.ts';

const day = 24 * 60 * 60 * 1000;

/** The webhooks of a person. Undefined and false stand for one that is not there. */
export type Webhooks = {
  list(userId: number): Promise<StoredWebhook[]>;
  /** `private`: the address is one that this server tells nothing; `full`: there are as many as may be. */
  add(
    userId: number,
    webhook: NewWebhook,
  ): Promise<{ webhook: StoredWebhook; secret: string } | 'private' | 'full'>;
  change(userId: number, id: number, change: WebhookChange): Promise<StoredWebhook | 'private' | undefined>;
  /** The former secret stays valid for a day, so that a receiver is changed without a gap. */
  replaceSecret(userId: number, id: number): Promise<{ secret: string; previousUntil: number } | undefined>;
  remove(userId: number, id: number): Promise<boolean>;
  deliveries(userId: number, id: number, query: DeliveryQuery): Promise<StoredDelivery[] | undefined>;
  test(userId: number, id: number): Promise<StoredDelivery | 'full' | undefined>;
  /** Returns how many are sent again. */
  sendAgain(userId: number, id: number, which: number | 'failed'): Promise<number | undefined>;
};

export function createWebhooks(deps: {
  storage: WebhooksStorage;
  worker: Pick<WebhookWorker, 'look'>;
  sender: Pick<WebhookSender, 'allows'>;
  now: () => number;
  random: RandomWords;
  randomBytes: (size: number) => Uint8Array;
  newMessageId: () => string;
}): Webhooks {
  const { storage, worker, sender, now } = deps;
  const newSecret = () => webhookSecret(deps.randomBytes(32));
  return {
    list: (userId) => storage.listWebhooks(userId),
    async add(userId, { url, events: named }) {
      const events = inOrder(named);
      if (!sender.allows(url)) return 'private';
      const added = { id: newId(deps.random), url, events, createdAt: now(), secret: newSecret() };
      if (!(await storage.addWebhook(userId, added, limits.webhooksPerUser))) return 'full';
      worker.look(userId);
      const { secret, ...rest } = added;
      const counts = { waiting: 0, failed: 0, skipped: 0 };
      return { webhook: { ...rest, state: 'on', failingSince: null, ...counts }, secret };
    },
    async change(userId, id, change) {
      if (change.url !== undefined && !sender.allows(change.url)) return 'private';
      const events = change.events && inOrder(change.events);
      const changed = await storage.changeWebhook(userId, id, { ...change, events }, now());
      worker.look(userId);
      return changed;
    },
    async replaceSecret(userId, id) {
      const replaced = { secret: newSecret(), previousUntil: now() + day };
      const isThere = await storage.replaceSecret(userId, id, replaced.secret, replaced.previousUntil);
      return isThere ? replaced : undefined;
    },
    async remove(userId, id) {
      const isRemoved = await storage.removeWebhook(userId, id);
      if (isRemoved) await storage.forgetEvents(userId, webhookBounds.mostEvents);
      return isRemoved;
    },
    deliveries: (userId, id, query) => storage.listDeliveries(userId, id, query),
    async test(userId, id) {
      const at = now();
      const ping = pingDelivery(id, deps.newMessageId(), at);
      const most = webhookBounds.mostWaiting;
      const asked = await storage.askForDelivery(userId, id, ping, { at, most });
      worker.look(userId);
      return asked;
    },
    async sendAgain(userId, id, which) {
      const asked = await storage.askAgain(userId, id, which, now());
      worker.look(userId);
      return asked;
    },
  };
}

/** Each once, in the order of the list of events. */
function inOrder(named: readonly WebhookEvent[]): WebhookEvent[] {
  return WebhookEvent.options.filter((event) => named.includes(event));
}
