/**
 * The files of the app that are kept on this device, each held to the hash that the build computed of it.
 *
 * 1. A file is kept only with its own bytes: a page that something in between serves in its place (a captive portal,
 *    a sign-in gate) fails the whole installation, and the version before it stays. It is tried again later.
 * 2. What is kept already is looked at again while a version installs, and the page that the app starts from each
 *    time: what is wrong is fetched once more.
 * 3. The page has the policy that the server sent when the app was last started with a network.
 * 4. Anybody may ask whether everything here is whole, and have it mended.
 */
import type { WorkboxPlugin } from 'workbox-core';

export type KeptFile = { readonly url: string; readonly cacheKey: string; readonly integrity: string };

/** `page`: the cache key of what every navigation gets. */
export function verifyKept(files: readonly KeptFile[], page: string | undefined): WorkboxPlugin {
  const hashes = new Map(files.map(({ cacheKey, integrity }) => [cacheKey, integrity]));
  return {
    // A wrong answer may lie in the browser's own cache too, and for as long as it likes.
    async requestWillFetch({ request, event }) {
      if (event.type !== 'install' || request.cache !== 'default') return request;
      return new Request(request, { cache: 'no-cache' });
    },
    async cachedResponseWillBeUsed({ request, cachedResponse, event }) {
      if (cachedResponse === undefined) return null;
      if (event.type !== 'install' && request.url !== page) return cachedResponse;
      const integrity = hashes.get(request.url);
      const isRight = integrity === undefined || (await hasIntegrity(cachedResponse.clone(), integrity));
      return isRight ? cachedResponse : null;
    },
  };
}

/** Returns what is missing or has other bytes than the build made. */
export async function damagedFiles(cache: Cache, files: readonly KeptFile[]): Promise<KeptFile[]> {
  const damaged: KeptFile[] = [];
  for (const file of files) {
    const kept = await cache.match(file.cacheKey);
    if (kept === undefined || !(await hasIntegrity(kept, file.integrity))) damaged.push(file);
  }
  return damaged;
}

/** Fetches what is damaged once more, and returns what is damaged afterwards. */
export async function mendFiles(cache: Cache, files: readonly KeptFile[]): Promise<KeptFile[]> {
  for (const { url, cacheKey, integrity } of await damagedFiles(cache, files)) {
    try {
      await cache.put(cacheKey, await fetch(url, { integrity, cache: 'reload', credentials: 'same-origin' }));
    } catch {
      // Not to be had just now, or not the right one: what is here stays, and is counted below.
    }
  }
  return damagedFiles(cache, files);
}

const policyHeader = 'Content-Security-Policy';

/**
 * Keeps a page with the policy that the server sends now: it is another one where the admin has changed where pages may
 * call models. A page of another version is left alone: it comes with its update.
 */
export async function renewPolicy(cache: Cache, { url, cacheKey, integrity }: KeptFile): Promise<void> {
  const kept = await cache.match(cacheKey);
  const answer = await fetch(url, { cache: 'no-cache', credentials: 'same-origin' }).catch(() => undefined);
  if (kept === undefined || answer?.ok !== true) return;
  if (answer.headers.get(policyHeader) === kept.headers.get(policyHeader)) return;
  if (await hasIntegrity(answer.clone(), integrity)) await cache.put(cacheKey, answer);
}

/** Whether a response has the bytes that a hash of subresource integrity stands for. */
async function hasIntegrity(response: Response, integrity: string): Promise<boolean> {
  const digest = await crypto.subtle.digest('SHA-384', await response.arrayBuffer());
  return integrity === `sha384-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}
