/**
 * Sends messages of webhooks over http and https.
 *
 * 1. The address is checked where the socket connects: what a name stands for is asked once, and the socket gets only
 *    addresses that passed. A name that changes its address between two look-ups gains nothing.
 * 2. No redirect is followed, no proxy is used, no connection is kept.
 * 3. One time-out is over all of it. Of the answer the status counts: at most `bodyBytes` are read and thrown away.
 */
import { lookup as lookUp } from 'node:dns';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DeliveryProblem } from '#shared/model/account/webhook.ts';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../services/webhooks/webhook-sender.ts';
import { isPublicAddress } from './public-address.ts';

/** The look-up of all addresses of a name; `node:dns` has it. */
type LookUp = (
  host: string,
  options: { all: true; family?: number | 'IPv4' | 'IPv6' },
  done: (error: NodeJS.ErrnoException | null, addresses: { address: string; family: number }[]) => void,
) => void;

export type HttpSenderOptions = {
  allowPrivate: boolean;
  timeoutMs?: number;
  lookUp?: LookUp;
};

const bodyBytes = 16 * 1024;

class PrivateAddress extends Error {}

export function createHttpSender({
  allowPrivate,
  timeoutMs = 10_000,
  lookUp: resolve = lookUp,
}: HttpSenderOptions): WebhookSender {
  const mayReach = (address: string) => allowPrivate || isPublicAddress(address);
  const guarded = guardedLookup(resolve, mayReach);

  function allows(url: string): boolean {
    const host = hostOf(url);
    if (isIP(host) !== 0) return mayReach(host);
    return allowPrivate || !/^(.+\.)?localhost\.?$/.test(host);
  }

  return {
    allows,
    async send(message, stop) {
      // A socket asks nothing about an address that stands in the URL itself.
      if (!allows(message.url)) return { kind: 'failed', problem: 'private_address' };
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        return await answerOf(message, { lookup: guarded, signal: AbortSignal.any([timeout, stop]) });
      } catch (error) {
        if (stop.aborted) return { kind: 'stopped' };
        return { kind: 'failed', problem: timeout.aborted ? 'timeout' : problemOf(error) };
      }
    },
  };
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
}

function guardedLookup(resolve: LookUp, mayReach: (address: string) => boolean): LookupFunction {
  return (host, { family, all }, done) => {
    const asked = { all: true as const, ...(family === undefined ? {} : { family }) };
    resolve(host, asked, (error, addresses) => {
      if (error !== null) return done(error, '', 4);
      const reachable = addresses.filter(({ address }) => mayReach(address));
      const [first] = reachable;
      if (first === undefined) return done(new PrivateAddress(), '', 4);
      if (all === true) done(null, reachable);
      else done(null, first.address, first.family);
    });
  };
}

function answerOf(
  { url, headers, body }: WebhookRequest,
  { lookup, signal }: { lookup: LookupFunction; signal: AbortSignal },
): Promise<WebhookAnswer> {
  const isSecure = new URL(url).protocol === 'https:';
  const request = isSecure ? requestHttps : requestHttp;
  const agent = new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: false });
  const bytes = Buffer.from(body);
  const { promise, resolve, reject } = Promise.withResolvers<WebhookAnswer>();
  const sent = request(url, {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length, connection: 'close' },
    agent,
    lookup,
    signal,
    maxHeaderSize: 16 * 1024,
  });
  sent.on('error', reject);
  sent.on('response', (response) => {
    sent.off('error', reject);
    const retryAfter = response.headers['retry-after'] ?? null;
    const answer = { kind: 'answered', status: response.statusCode ?? 0, retryAfter } as const;
    let read = 0;
    response.on('data', (chunk: Buffer) => {
      read += chunk.length;
      if (read > bodyBytes) sent.destroy();
    });
    // However the body ends: the status is the answer.
    sent.on('error', () => resolve(answer));
    response.on('error', () => resolve(answer));
    response.on('close', () => resolve(answer));
  });
  sent.end(bytes);
  return promise.finally(() => sent.destroy());
}

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof PrivateAddress) return 'private_address';
  if (error instanceof AggregateError && error.errors.length > 0) return problemOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/^(ENOTFOUND|EAI_|ENODATA)/.test(code)) return 'unknown_host';
  if (/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EACCES|EINVAL)$/.test(code))
    return 'unreachable';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO|EPROTO/.test(code)) return 'not_secure';
  return 'broken_off';
}
