/** The webhooks of the person signed in. */
import { z } from 'zod';
import {
  DeliveryState,
  MadeWebhook,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookSecret,
} from '#shared/model/account/webhook.ts';
import { Id } from '#shared/model/ids.ts';
import { json, type Operations } from './operation.ts';

const webhooks = { tag: 'Webhooks' } as const;
const Count = z.object({ count: z.int().nonnegative() });

export const webhookOperations = {
  'GET /api/webhooks': {
    ...webhooks,
    id: 'listWebhooks',
    summary: 'List webhooks',
    description: 'With their states and how much waits, without their secrets.',
    answers: { 200: json(z.array(Webhook)) },
  },
  'POST /api/webhooks': {
    ...webhooks,
    id: 'createWebhook',
    summary: 'Create a webhook',
    description: 'Only this answer has its secret.',
    bodies: [{ schema: NewWebhook }],
    answers: { 201: { ...json(MadeWebhook), description: 'Created.' } },
  },
  'PATCH /api/webhooks/:id': {
    ...webhooks,
    id: 'changeWebhook',
    summary: 'Change a webhook, or switch it on or off',
    description: 'One that was stopped goes on with what waited.',
    bodies: [{ schema: WebhookChange }],
    answers: { 200: json(Webhook) },
  },
  'DELETE /api/webhooks/:id': {
    ...webhooks,
    id: 'deleteWebhook',
    summary: 'Delete a webhook with its deliveries',
    description: 'What waits for it is not sent any more.',
    answers: { 200: json(z.object({ message: z.string() })) },
  },
  'POST /api/webhooks/:id/secret': {
    ...webhooks,
    id: 'replaceWebhookSecret',
    summary: 'Make a new secret',
    description: 'Only this answer has it. Until then messages are signed with the former one as well.',
    answers: { 200: json(WebhookSecret) },
  },
  'POST /api/webhooks/:id/test': {
    ...webhooks,
    id: 'testWebhook',
    summary: 'Send a test message',
    description: 'Once, past what waits; the deliveries show what came of it.',
    answers: { 202: { ...json(WebhookDelivery), description: 'It is sent at once, and tried once.' } },
  },
  'GET /api/webhooks/:id/deliveries': {
    ...webhooks,
    id: 'listWebhookDeliveries',
    summary: 'List deliveries, the latest first',
    description: 'A part of them: `before` has the next one.',
    query: { state: DeliveryState.optional(), before: Id.optional() },
    answers: { 200: json(WebhookDeliveries) },
    problems: ['invalid_request'],
  },
  'POST /api/webhooks/:id/redelivery': {
    ...webhooks,
    id: 'redeliverFailed',
    summary: 'Send all failed deliveries again',
    description: 'Under their old message ids. The answer counts them.',
    answers: { 202: { ...json(Count), description: 'They are sent one after the other.' } },
  },
  'POST /api/webhooks/:id/deliveries/:number/redelivery': {
    ...webhooks,
    id: 'redeliver',
    summary: 'Send a delivery again',
    description: 'Under its old message id, past what waits.',
    answers: { 202: { ...json(Count), description: 'It is sent at once, and tried once.' } },
  },
} as const satisfies Operations;
