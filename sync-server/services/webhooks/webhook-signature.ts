/** Signs messages as Standard Webhooks has it: HMAC-SHA256 over id, timestamp and body, under each valid secret. */
import { createHmac } from 'node:crypto';

const prefix = 'whsec_';

export function webhookSecret(bytes: Uint8Array): string {
  return `${prefix}${Buffer.from(bytes).toString('base64')}`;
}

export type SignedMessage = { messageId: string; body: string; secrets: readonly string[] };

/** Returns the headers of a message that is sent at this instant, in milliseconds. */
export function signedHeaders(
  { messageId, body, secrets }: SignedMessage,
  at: number,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const signature = createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64');
    return `v1,${signature}`;
  });
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
