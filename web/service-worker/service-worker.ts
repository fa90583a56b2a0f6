/**
 * Keeps the app itself on the device, so that it opens with no network and with the server gone.
 * 1. The API is never kept and never answered from here: rows live in the local database only.
 * 2. A new version waits until the person says so; each page then takes it by a reload of its own.
 * 3. Everything that the build made is kept at once, also the parts that were never opened.
 */
import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

/** What the server answers itself, opened as a page too: a download, or somebody looking whether it is well. */
const serverPaths = [/^\/api(\/|$)/, /^\/healthz$/];

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(new NavigationRoute(createHandlerBoundToURL('index.html'), { denylist: serverPaths }));

// The very first visit is kept as well: without this, pages would be ours only after their next load.
clientsClaim();

self.addEventListener('message', (event) => {
  if (asksToTakeOver(event.data)) event.waitUntil(self.skipWaiting());
});

function asksToTakeOver(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === 'SKIP_WAITING'
  );
}
