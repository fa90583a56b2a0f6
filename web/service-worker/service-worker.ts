/**
 * Keeps the app itself on the device, so that it opens with no network and with the server gone.
 * 1. The API is never kept and never answered from here: rows live in the local database only. Nor is the one address
 *    that leads through a proxy with a sign-in of its own (`way-through.ts`).
 * 2. A new version waits until the person says so; each page then takes it by a reload of its own.
 * 3. A request of the API does not start the worker, where the browser can route around it (`leaveApiToNetwork`).
 * 4. Everything that the build made is kept at once, also the parts that were never opened, and only with the
 *    hash that the build computed (`kept-files.ts`); of the catalogues, the ranks of tokens, the grammars of code
 *    and the formats of files, those that are used here (`kept-parts.ts`).
 * 5. What other programs share with the installed app is kept here, and the app then asks where it goes.
 */

import type { RouteHandlerCallback } from 'workbox-core';
import { cacheNames, clientsClaim } from 'workbox-core';
import { addPlugins, createHandlerBoundToURL, getCacheKeyForURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { languageOf } from '#shared/language/languages.ts';
import { sharedCache, sharedFiles, sharedInbox } from '../platform/shared-inbox.ts';
import { throughAddress } from '../ui/way-through.ts';
import { damagedFiles, type KeptFile, mendFiles, renewPolicy, verifyKept } from './kept-files.ts';
import { keptParts, type PartFile, partOfEntry } from './kept-parts.ts';

declare const self: ServiceWorkerGlobalScope;

const base = new URL(self.registration.scope).pathname;
const start = base.replaceAll('.', '\\.');
/** Matches what the server answers itself, opened as a page too: a download, a link to read, or a look at its health. */
const serverPaths = ['api', 'read', 'healthz', 'readyz', 'metrics'].map(
  (name) => new RegExp(`^${start}${name}(/|\\?|$)`),
);
/** Matches the addresses that the app has. */
const appPaths = new RegExp(`^${start}(index\\.html|auth|[pf]/\\d+/?)?(\\?|$)`);

const partFiles: PartFile[] = [];
const manifest = self.__WB_MANIFEST.filter((entry) => {
  const part = typeof entry === 'string' ? null : partOfEntry(entry);
  if (part === null || typeof entry === 'string' || entry.integrity === undefined) return true;
  const cacheKey = new URL(entry.url, self.registration.scope).href;
  partFiles.push({ part, url: entry.url, cacheKey, integrity: entry.integrity });
  return false;
});
precacheAndRoute(manifest);
const files = manifest.flatMap((entry): KeptFile[] => {
  if (typeof entry === 'string' || entry.integrity === undefined) return [];
  const cacheKey = getCacheKeyForURL(entry.url);
  return cacheKey === undefined ? [] : [{ url: entry.url, cacheKey, integrity: entry.integrity }];
});
const parts = keptParts(partFiles, {
  scope: self.registration.scope,
  preferred: `language-${languageOf(null, navigator.languages)}`,
  others: [cacheNames.precache, cacheNames.runtime, sharedCache(self.registration.scope)],
});
registerRoute(
  ({ url }) => parts.has(url.href),
  ({ url }) => parts.answer(url.href),
);
addPlugins([verifyKept(files, getCacheKeyForURL('index.html'))]);
registerRoute(
  ({ url }) => url.pathname === `${base}share`,
  ({ request }) => keepShared(request),
  'POST',
);
const openKept = createHandlerBoundToURL('index.html');
const openApp: RouteHandlerCallback = (asked) => {
  asked.event.waitUntil(renewPolicyOfPage());
  return openKept(asked);
};
registerRoute(new NavigationRoute(openApp, { allowlist: [appPaths], denylist: [throughAddress] }));
// Elsewhere may be the sign-in page of a proxy, which nobody would reach if the app were answered in its place.
registerRoute(
  new NavigationRoute((asked) => fetch(asked.request).catch(() => openApp(asked)), { denylist: serverPaths }),
);

// The very first visit is kept as well: without this, pages would be ours only after their next load.
clientsClaim();

self.addEventListener('install', (event) => event.waitUntil(leaveApiToNetwork(event)));

self.addEventListener('install', (event) => event.waitUntil(keepUsedParts()));
self.addEventListener('activate', (event) => event.waitUntil(parts.removeOthers()));

self.addEventListener('message', (event) => {
  switch (textOf(event.data, 'type')) {
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting());
      break;
    case 'CHECK_APP':
      event.waitUntil(answer(event, damagedFiles, parts.damaged));
      break;
    case 'MEND_APP':
      event.waitUntil(answer(event, mendFiles, parts.keepUsed));
      break;
    case 'KEEP_PART':
      event.waitUntil(keepPart(event));
      break;
  }
});

/**
 * Has the browser send what the server answers past this worker (static routing, Chrome 123 and later). A worker that
 * answers nothing to a request is still started for it, and in Chromium such a request at the moment when a newer worker
 * takes over starts the old one a second time: the new one then waits for ever, and so does the reload for it.
 */
async function leaveApiToNetwork(event: ExtendableEvent): Promise<void> {
  const addRoutes = 'addRoutes' in event ? event.addRoutes : undefined;
  if (typeof addRoutes !== 'function') return;
  const routes = ['api', 'api/*', 'healthz'].map((name) => ({
    condition: { urlPattern: { pathname: `${base}${name}` } },
    source: 'network',
  }));
  try {
    await addRoutes.call(event, routes);
  } catch {
    // An installation does not depend on it: without routes each request passes through the worker.
  }
}

/** Keeps what was shared and opens the app, which finds it there, or says that there is nothing. */
async function keepShared(request: Request): Promise<Response> {
  try {
    await sharedInbox(self.registration.scope, caches).add(sharedFiles(await request.formData()));
  } catch (error) {
    console.warn('What was shared could not be kept.', error);
  }
  return Response.redirect(`${base}?act=shared`, 303);
}

async function renewPolicyOfPage(): Promise<void> {
  const page = files.find(({ url }) => url === 'index.html');
  if (page !== undefined) await renewPolicy(await caches.open(cacheNames.precache), page);
}

/** An update without a part that is used here would lose a language on the way: the version before it stays. */
async function keepUsedParts(): Promise<void> {
  const missing = await parts.keepUsed();
  if (missing.length > 0) throw new Error(`${missing.map(({ url }) => url).join(', ')} cannot be had.`);
}

/** Answers with the number of files that are damaged. */
async function answer(
  event: ExtendableMessageEvent,
  look: typeof damagedFiles,
  lookAtParts: () => Promise<KeptFile[]>,
): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  const damaged = [...(await look(cache, files)), ...(await lookAtParts())];
  event.ports[0]?.postMessage(damaged.length);
}

/** Answers with the number of files of a part that cannot be had. */
async function keepPart(event: ExtendableMessageEvent): Promise<void> {
  const missing = await parts.keep(textOf(event.data, 'part'));
  event.ports[0]?.postMessage(missing.length);
}

function textOf(message: unknown, name: 'type' | 'part'): string {
  const text: unknown = typeof message === 'object' && message !== null ? Reflect.get(message, name) : null;
  return typeof text === 'string' ? text : '';
}
