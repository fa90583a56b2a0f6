import { z } from 'zod';
import type { Outcome } from './world.ts';

const patienceMs = 5_000;

const Health = z.object({ status: z.string(), version: z.string(), reason: z.string().optional() });

/** Asks the server at this address for its health; failed where it does not answer in 5 seconds, or is not well. */
export async function checkHealth(address: string): Promise<Outcome> {
  const url = new URL('/healthz', address).href;
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
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' });
    const read = Health.safeParse(await answer.json());
    return read.success ? read.data : `${url} answers, but is no Promptory server.`;
  } catch (error) {
    if (error instanceof SyntaxError) return `${url} answers, but is no Promptory server.`;
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return `${url} does not answer: ${cause}.`;
  }
}
