import { type NewWebhook, type WebhookChange, WebhookEvent } from '#shared/model/account/webhook.ts';
import { newId, type RandomWords } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import type {
  DeliveryQuery,
  StoredDelivery,
  StoredWebhook,
  WebhooksStorage,
} from '../../storage/ports/webhooks-port.ts';
import type { AccountHolder } from '../accounts/own-account.ts';
import type { SecurityEvents } from '../accounts/security-events.ts';
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
    holder: AccountHolder,
    webhook: NewWebhook,
  ): Promise<{ webhook: StoredWebhook; secret: string } | 'private' | 'full'>;
  change(
    holder: AccountHolder,
    id: number,
    change: WebhookChange,
  ): Promise<StoredWebhook | 'private' | undefined>;
  /** The former secret stays valid for a day, so that a receiver is changed without a gap. */
  replaceSecret(
    holder: AccountHolder,
    id: number,
  ): Promise<{ secret: string; previousUntil: number } | undefined>;
  remove(holder: AccountHolder, id: number): Promise<boolean>;
  deliveries(userId: number, id: number, query: DeliveryQuery): Promise<StoredDelivery[] | undefined>;
  test(userId: number, id: number): Promise<StoredDelivery | 'full' | undefined>;
  /** Returns how many are sent again. */
  sendAgain(userId: number, id: number, which: number | 'failed'): Promise<number | undefined>;
};

type WebhooksDeps = {
  storage: WebhooksStorage;
  worker: Pick<WebhookWorker, 'look'>;
  sender: Pick<WebhookSender, 'allows'>;
  securityEvents: SecurityEvents;
  now: () => number;
  random: RandomWords;
  randomBytes: (size: number) => Uint8Array;
  newMessageId: () => string;
};

export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { storage, worker, sender, securityEvents, now } = deps;
  const record = (
    kind: 'webhook_created' | 'webhook_changed' | 'webhook_removed',
    { user, from }: AccountHolder,
  ) => securityEvents.record({ kind, username: user.username, from });
  const newSecret = () => webhookSecret(deps.randomBytes(32));
  return {
    list: (userId) => storage.listWebhooks(userId),
    async add(holder, { url, events: named }) {
      const events = inOrder(named);
      if (!sender.allows(url)) return 'private';
      const added = { id: newId(deps.random), url, events, createdAt: now(), secret: newSecret() };
      if (!(await storage.addWebhook(holder.user.id, added, limits.webhooksPerUser))) return 'full';
      worker.look(holder.user.id);
      await record('webhook_created', holder);
      const { secret, ...rest } = added;
      const counts = { waiting: 0, failed: 0, skipped: 0 };
      return { webhook: { ...rest, state: 'on', failingSince: null, ...counts }, secret };
    },
    async change(holder, id, change) {
      if (change.url !== undefined && !sender.allows(change.url)) return 'private';
      const events = change.events && inOrder(change.events);
      const changed = await storage.changeWebhook(holder.user.id, id, { ...change, events }, now());
      worker.look(holder.user.id);
      if (changed !== undefined) await record('webhook_changed', holder);
      return changed;
    },
    async replaceSecret(holder, id) {
      const replaced = { secret: newSecret(), previousUntil: now() + day };
      const { secret, previousUntil } = replaced;
      if (!(await storage.replaceSecret(holder.user.id, id, secret, previousUntil))) return undefined;
      await record('webhook_changed', holder);
      return replaced;
    },
    async remove(holder, id) {
      const userId = holder.user.id;
      if (!(await storage.removeWebhook(userId, id))) return false;
      await storage.forgetEvents(userId, webhookBounds.mostEvents);
      await record('webhook_removed', holder);
      return true;
    },
    ...deliveriesOf(deps),
  };
}

function deliveriesOf(deps: WebhooksDeps): Pick<Webhooks, 'deliveries' | 'test' | 'sendAgain'> {
  const { storage, worker, now } = deps;
  return {
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
