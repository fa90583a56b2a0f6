/** A receiver of webhooks on 127.0.0.1 that answers as a test tells it to. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { WebhookMessage } from '#shared/model/account/webhook.ts';

export type Received = { headers: IncomingHttpHeaders; body: string; message: WebhookMessage };

export type WebhookReceiver = {
  url: string;
  port: number;
  received: Received[];
  /** Resolves when so many messages have come in all. */
  has(count: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** `answer`: how to answer the message with this place, from 1; 204 where a test says nothing. */
export async function webhookReceiver(
  answer: (response: ServerResponse, place: number, socket: Socket) => void = (response) =>
    response.writeHead(204).end(),
): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({ headers: request.headers, body, message: WebhookMessage.parse(JSON.parse(body)) });
      answer(response, received.length, request.socket);
      for (const look of waiting) look();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
  return {
    url: `http://127.0.0.1:${address.port}/hook`,
    port: address.port,
    received,
    has: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
