/** Writes the messages for receivers. They name what has changed, and never have a text. */
import type { WebhookMessage } from '#shared/model/account/webhook.ts';
import type { NewDelivery, RecordedEvent } from '../../storage/ports/webhooks-port.ts';

const instant = (at: number) => new Date(at).toISOString();

export function eventDelivery(event: RecordedEvent, messageId: string): NewDelivery {
  return delivery(messageOf(event), messageId);
}

export function pingDelivery(webhookId: number, messageId: string, at: number): NewDelivery {
  const message = { type: 'ping', timestamp: instant(at), data: { webhook: { id: webhookId } } } as const;
  return delivery(message, messageId);
}

function delivery(message: WebhookMessage, messageId: string): NewDelivery {
  return { messageId, type: message.type, body: JSON.stringify(message) };
}

function messageOf(event: RecordedEvent): WebhookMessage {
  const { project, prompt, version } = event;
  const timestamp = instant(event.at);
  if (event.type === 'version.created')
    return { type: event.type, timestamp, data: { project, prompt, version: event.version } };
  const { label, previous } = event;
  return { type: event.type, timestamp, data: { project, prompt, label, version, previous } };
}
