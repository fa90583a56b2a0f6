import { z } from 'zod';
import { WebhookEvent } from '#shared/model/webhook.ts';

const Wanted = z.array(WebhookEvent);

/** Reads the column that names the events for which a webhook gets deliveries. */
export function wantedEvents(json: string): WebhookEvent[] {
  return Wanted.parse(JSON.parse(json));
}
