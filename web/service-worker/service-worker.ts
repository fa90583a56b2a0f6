/**
 * Keeps the app itself on the device, so that it opens with no network and with the server gone.
 * 1. The API is never kept and never answered from here: rows live in the local database only.
 * 2. A new version waits until the person says so; each page then takes it by a reload of its own.
 * 3. Everything that the build made is kept at once, also the parts that were never opened, and only with the
 *    hash that the build computed (`kept-files.ts`).
 */
import { cacheNames, clientsClaim } from 'workbox-core';
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { damagedFiles, type KeptFile, mendFiles, verifyKept } from './kept-files.ts';

declare const self: ServiceWorkerGlobalScope;

/** Matches what the server answers itself, opened as a page too: a download, or a look at its health. */
const serverPaths = [/^\/api(\/|$)/, /^\/healthz$/];

const manifest = self.__WB_MANIFEST;
precacheAndRoute(manifest);
const files = manifest.flatMap((entry): KeptFile[] => {
  if (typeof entry === 'string' || entry.integrity === undefined) return [];
  const cacheKey = getCacheKeyForURL(entry.url);
  return cacheKey === undefined ? [] : [{ url: entry.url, cacheKey, integrity: entry.integrity }];
});
addPlugins([verifyKept(files, getCacheKeyForURL('index.html'))]);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: serverPaths }));

// The very first visit is kept as well: without this, pages would be ours only after their next load.
clientsClaim();

self.addEventListener('message', (event) => {
  switch (typeOf(event.data)) {
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting());
      break;
    case 'CHECK_APP':
      event.waitUntil(answer(event, damagedFiles));
      break;
    case 'MEND_APP':
      event.waitUntil(answer(event, mendFiles));
      break;
  }
});

/** Answers with the number of files that are damaged. */
async function answer(event: ExtendableMessageEvent, look: typeof damagedFiles): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const damaged = await look(cache, files);
  event.ports[0]?.postMessage(damaged.length);
}

function typeOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'type' in message ? message.type : undefined;
}
