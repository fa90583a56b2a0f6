import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { ServerContext } from './server-context.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Below this, a packet is a packet. */
const worthIt = 4 * 1024;

/** Returns an answer with plain headers: those that Hono adds one by one are copied and sorted before they are sent. */
export function answerJson(json: string, headers: Record<string, string> = {}): Response {
  return new Response(json, { headers: { 'Content-Type': 'application/json', ...headers } });
}

/**
 * A large answer, of JSON unless a header names another type, compressed where the client takes it: at the quickest
 * setting, which saves nearly as much as the slow ones do, and off the thread that answers requests.
 */
export async function compressed(
  c: Context<ServerContext>,
  bytes: Buffer<ArrayBuffer>,
  more: Record<string, string> = {},
): Promise<Response> {
  const accepted = c.req.header('Accept-Encoding') ?? '';
  const headers = { 'Content-Type': 'application/json', Vary: 'Accept-Encoding', ...more };
  if (bytes.byteLength < worthIt) return new Response(bytes, { headers });
  if (/\bbr\b/.test(accepted)) {
    const body = await brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    return new Response(new Uint8Array(body), { headers: { ...headers, 'Content-Encoding': 'br' } });
  }
  if (/\bgzip\b/.test(accepted)) {
    const body = await gzipped(bytes, { level: 1 });
    return new Response(new Uint8Array(body), { headers: { ...headers, 'Content-Encoding': 'gzip' } });
  }
  return new Response(bytes, { headers });
}
