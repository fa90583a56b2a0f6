import { readFileSync } from 'node:fs';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { signedHeaders, webhookSecret } from './webhook-signature.ts';

const body = '{"type":"ping"}';
const own = webhookSecret(new Uint8Array(32).fill(7));
const former = webhookSecret(new Uint8Array(32).fill(9));
const signed = (secrets: string[], at = Date.now()) =>
  signedHeaders({ messageId: 'msg_1', body, secrets }, at);

test('a message is verified by the library of Standard Webhooks, under either of two secrets', () => {
  const headers = signed([own, former]);
  expect(own).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  for (const secret of [own, former])
    expect(new Webhook(secret).verify(body, headers)).toEqual({ type: 'ping' });
});

test('another body, another id, another secret and an old message are refused by it', () => {
  const headers = signed([own]);
  const verify =
    (text: string, given: Record<string, string>, secret = own) =>
    () =>
      new Webhook(secret).verify(text, given);
  expect(verify('{"type":"pong"}', headers)).toThrow();
  expect(verify(body, { ...headers, 'webhook-id': 'msg_2' })).toThrow();
  expect(verify(body, headers, former)).toThrow();
  expect(verify(body, signed([own], Date.now() - 10 * 60 * 1000))).toThrow();
});

test('the code of docs/webhooks.md verifies a message, and refuses another body and an old one', async () => {
  const page = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');
  const [, code = ''] = /```js\n(import \{ createHmac.*?)```/s.exec(page) ?? [];
  const { verify } = z
    .object({ verify: z.custom<(...all: unknown[]) => boolean>((it) => typeof it === 'function') })
    .parse(await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`));
  expect(verify(signed([former, own]), body, own)).toBe(true);
  expect(verify(signed([former]), body, own)).toBe(false);
  expect(verify(signed([own]), `${body} `, own)).toBe(false);
  expect(verify(signed([own], Date.now() - 10 * 60 * 1000), body, own)).toBe(false);
});

test('the headers are those of the example of the standard', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const message = {
    messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    body: '{"test": 2432232314}',
    secrets: [secret],
  };
  expect(signedHeaders(message, 1_614_265_330_000)).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
