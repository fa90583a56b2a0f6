/**
 * Defines webhooks: addresses that get a message for each new version and each moved label. The
 * headers and the signature are those of Standard Webhooks (https://www.standardwebhooks.com).
 */
import { z } from 'zod';
import { Id } from '../ids.ts';
import { limits } from '../limits.ts';
import { messages } from '../messages.ts';
import { VersionLabel } from '../version-label.ts';

export const WebhookEvent = z.enum(['version.created', 'label.moved']);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

/** A delivery may also carry the ping that a person asked for. */
export const WebhookMessageType = z.enum([...WebhookEvent.options, 'ping']);
export type WebhookMessageType = z.infer<typeof WebhookMessageType>;

const WebhookUrl = z
  .string()
  .trim()
  .min(1, messages.webhookUrlRequired)
  .max(limits.webhookUrlLength, messages.webhookUrlTooLong)
  .refine((url) => url === '' || isWebAddress(url), messages.webhookUrlNotWeb)
  .refine((url) => !hasCredentials(url), messages.webhookUrlWithPassword);

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { username, password } = new URL(url);
  return username !== '' || password !== '';
}

const events = z.array(WebhookEvent).min(1, messages.webhookEventRequired).max(10);

/** The body of `POST /api/webhooks`. */
export const NewWebhook = z.strictObject({ url: WebhookUrl, events });
export type NewWebhook = z.infer<typeof NewWebhook>;

/** The body of `PATCH /api/webhooks/:id`. */
export const WebhookChange = z.strictObject({
  url: WebhookUrl.optional(),
  events: events.optional(),
  isOn: z.boolean().optional(),
});
export type WebhookChange = z.infer<typeof WebhookChange>;

/** `off`: by its person; `stopped`: by the server, because it failed for days or answered 410. */
export const WebhookState = z.enum(['on', 'off', 'stopped']);
export type WebhookState = z.infer<typeof WebhookState>;

export const Webhook = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  createdAt: z.iso.datetime(),
  state: WebhookState,
  /** Since when each attempt has failed; null where the latest one succeeded. */
  failingSince: z.iso.datetime().nullable(),
  /** Deliveries that are still to be tried. */
  waiting: z.int().nonnegative(),
  /** Deliveries that were given up. */
  failed: z.int().nonnegative(),
  /** Events that were left out, because too many waited. */
  skipped: z.int().nonnegative(),
});
export type Webhook = z.infer<typeof Webhook>;

/** The answer of `POST /api/webhooks`, and with `POST /api/webhooks/:id/secret` the only one that has the secret. */
export const MadeWebhook = Webhook.extend({ secret: z.string() });
export type MadeWebhook = z.infer<typeof MadeWebhook>;

/** The answer of `POST /api/webhooks/:id/secret`. Until then deliveries are signed with both secrets. */
export const WebhookSecret = z.object({ secret: z.string(), previousUntil: z.iso.datetime() });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

/** Lists why an attempt got no answer. */
export const DeliveryProblem = z.enum([
  'timeout',
  'unknown_host',
  'unreachable',
  'broken_off',
  'private_address',
  'not_secure',
  'switched_off',
]);
export type DeliveryProblem = z.infer<typeof DeliveryProblem>;

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed']);
export type DeliveryState = z.infer<typeof DeliveryState>;

export const WebhookDelivery = z.object({
  /** Counts up from 1 for each webhook. */
  number: z.int().positive(),
  /** The same in each attempt: by it a receiver knows what it has had already. */
  messageId: z.string(),
  type: WebhookMessageType,
  state: DeliveryState,
  createdAt: z.iso.datetime(),
  attempts: z.int().nonnegative(),
  /** Of the latest attempt, as the three below. */
  attemptedAt: z.iso.datetime().nullable(),
  /** Of the answer; null where there was none. */
  status: z.int().nullable(),
  problem: DeliveryProblem.nullable(),
  tookMs: z.int().nonnegative().nullable(),
  /** Of the next attempt; null where there is none. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** The very body that is sent. */
  body: z.string(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** A page of `GET /api/webhooks/:id/deliveries`, the latest first. `next`: the `before` of the next page. */
export const WebhookDeliveries = z.object({
  deliveries: z.array(WebhookDelivery),
  next: z.int().positive().nullable(),
});
export type WebhookDeliveries = z.infer<typeof WebhookDeliveries>;

/** `number`: null where the version is not there. */
const VersionName = z.object({ id: Id, number: z.int().nullable() });
const about = {
  project: z.object({ id: Id, name: z.string() }),
  prompt: z.object({ id: Id, title: z.string() }),
};
const timestamp = z.iso.datetime();

/** Defines the body that a receiver gets. It names what has changed; texts are read with the API. */
export const WebhookMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('version.created'),
    timestamp,
    data: z.object({ ...about, version: VersionName }),
  }),
  z.object({
    type: z.literal('label.moved'),
    timestamp,
    data: z.object({
      ...about,
      label: VersionLabel,
      /** Null: the label was taken off. */
      version: VersionName.nullable(),
      previous: VersionName.nullable(),
    }),
  }),
  z.object({ type: z.literal('ping'), timestamp, data: z.object({ webhook: z.object({ id: Id }) }) }),
]);
export type WebhookMessage = z.infer<typeof WebhookMessage>;
