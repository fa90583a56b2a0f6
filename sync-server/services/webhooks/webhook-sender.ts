/** Declares what sends a message to an address on the network; `sync-server/webhooks/http-sender.ts` is the real one. */
import type { DeliveryProblem } from '#shared/model/account/webhook.ts';

export type WebhookRequest = { url: string; headers: Readonly<Record<string, string>>; body: string };

/** `retryAfter`: the header as it came. */
export type WebhookAnswer =
  | { kind: 'answered'; status: number; retryAfter: string | null }
  | { kind: 'failed'; problem: DeliveryProblem }
  /** The server is stopping: the receiver may have the message or not. */
  | { kind: 'stopped' };

export type WebhookSender = {
  /** Ends within the time-out; never throws. */
  send(request: WebhookRequest, stop: AbortSignal): Promise<WebhookAnswer>;
  /** Returns false of an address that is private by its letters alone; what a name stands for is found out when it is sent. */
  allows(url: string): boolean;
};
