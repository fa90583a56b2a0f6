import { z } from 'zod';
import {
  MadeWebhook,
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookSecret,
} from '#shared/model/account/webhook.ts';
import type { Done, Loaded } from './account-answers.ts';
import type { SendAccountRequest } from './account-calls.ts';
import type { WebhookActions } from './webhook-actions.ts';

type AccountRequest = Parameters<SendAccountRequest>[0];

/** Sends the requests about webhooks, in the name of the account whose library is open. */
export function webhookRequests({
  load,
  act,
}: {
  load: <T>(request: AccountRequest, schema: z.ZodType<T>) => Promise<Loaded<T>>;
  act: (request: AccountRequest) => Promise<Done>;
}): WebhookActions {
  const path = '/api/webhooks';
  return {
    list: () => load({ method: 'GET', path }, z.array(Webhook)),
    add: (body) => load({ method: 'POST', path, body }, MadeWebhook),
    change: (id, body) => load({ method: 'PATCH', path: `${path}/${id}`, body }, Webhook),
    remove: (id) => act({ method: 'DELETE', path: `${path}/${id}` }),
    replaceSecret: (id) => load({ method: 'POST', path: `${path}/${id}/secret` }, WebhookSecret),
    test: (id) => load({ method: 'POST', path: `${path}/${id}/test` }, WebhookDelivery),
    deliveries(id, { isFailedOnly, before }) {
      const query = new URLSearchParams({
        ...(isFailedOnly ? { state: 'failed' } : {}),
        ...(before === null ? {} : { before: String(before) }),
      });
      return load({ method: 'GET', path: `${path}/${id}/deliveries?${query}` }, WebhookDeliveries);
    },
    sendAgain: (id, which) =>
      act({
        method: 'POST',
        path:
          which === 'failed' ? `${path}/${id}/redelivery` : `${path}/${id}/deliveries/${which}/redelivery`,
      }),
  };
}
