import type {
  MadeWebhook,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookSecret,
} from '#shared/model/account/webhook.ts';
import type { Done, Loaded } from './account-answers.ts';

/** `before`: the `next` of the page before; null for the latest ones. */
export type DeliveryPage = { readonly isFailedOnly: boolean; readonly before: number | null };

/** The requests about webhooks; the app implements them. */
export interface WebhookActions {
  list(): Promise<Loaded<readonly Webhook[]>>;
  add(webhook: NewWebhook): Promise<Loaded<MadeWebhook>>;
  change(id: number, change: WebhookChange): Promise<Loaded<Webhook>>;
  remove(id: number): Promise<Done>;
  replaceSecret(id: number): Promise<Loaded<WebhookSecret>>;
  test(id: number): Promise<Loaded<WebhookDelivery>>;
  deliveries(id: number, page: DeliveryPage): Promise<Loaded<WebhookDeliveries>>;
  sendAgain(id: number, which: number | 'failed'): Promise<Done>;
}
