import { type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Outcome } from '../world.ts';

const patienceMs = 5_000;

const Health = z.object({ status: z.string(), version: z.string(), reason: z.string().optional() });

/** Asks the server at this address for its health; failed where it does not answer in 5 seconds, or is not well. */
export async function checkHealth(address: string): Promise<Outcome> {
  const url = address.startsWith('unix:') ? address : new URL('/healthz', address).href;
  const health = await askHealth(url);
  if (typeof health === 'string')
    return { lines: [], complaints: [health], json: { url, error: health }, failed: true };
  const { status, version, reason } = health;
  if (status === 'ok') return { lines: [`${url}: ok, version ${version}`], json: { url, ...health } };
  const sentence = `${url}: ${status}${reason === undefined ? '' : `, ${reason}`}.`;
  return { lines: [], complaints: [sentence], json: { url, ...health }, failed: true };
}

/** Returns a sentence where there is no answer of a Promptory server. */
async function askHealth(url: string): Promise<z.infer<typeof Health> | string> {
  try {
    const read = Health.safeParse(JSON.parse(await textAt(url)));
    return read.success ? read.data : `${url} answers, but is no Promptory server.`;
  } catch (error) {
    if (error instanceof SyntaxError) return `${url} answers, but is no Promptory server.`;
    return `${url} does not answer: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** Any certificate will do: nothing secret is sent, and the server's name is not that of the loopback address. */
async function textAt(url: string): Promise<string> {
  const signal = AbortSignal.timeout(patienceMs);
  const asked = url.startsWith('unix:')
    ? request({
        socketPath: url.slice('unix:'.length),
        path: '/healthz',
        signal,
        headers: { Host: 'localhost' },
      })
    : url.startsWith('https:')
      ? secureRequest(url, { signal, rejectUnauthorized: false })
      : request(url, { signal });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject).end();
  });
  return text(answer);
}
