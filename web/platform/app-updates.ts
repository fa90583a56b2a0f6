/**
 * The service worker, which keeps the app on this device. A newer one is fetched and then waits: taking it
 * means a reload, and only a person says when.
 */
import { Workbox } from 'workbox-window';
import { scheduleUpdateChecks } from './update-checks.ts';

export type AppUpdates = {
  /** Begins to keep the app on this device, where it is not kept yet. */
  keep(): void;
  subscribe(listener: () => void): () => void;
  isReady(): boolean;
  take(): void;
};

const takenWithinMs = 10_000;

export function watchAppUpdates(page: Window, script: string): AppUpdates {
  const listeners = new Set<() => void>();
  const worker = new Workbox(script);
  // On a first visit the page itself comes from the network, so the worker that controls it later is no newer.
  const cameFromWorker = page.navigator.serviceWorker.controller !== null;
  let isReady = false;
  let isKept = false;
  let isTaken = false;

  function offer(): void {
    isReady = true;
    for (const listener of listeners) listener();
  }

  worker.addEventListener('waiting', () => {
    page.navigator.serviceWorker.getRegistration().then(
      // The first worker of all waits for a moment as well; it is no newer than anything.
      (registration) => registration?.waiting && registration.active && offer(),
      () => undefined,
    );
  });
  worker.addEventListener('controlling', (event) => {
    if (isTaken) page.location.reload();
    // Another tab took it: this page goes on with its own parts, and had better be reloaded some time.
    else if (event.isUpdate || (event.isExternal && cameFromWorker)) offer();
  });

  function keep(): void {
    if (isKept) return;
    isKept = true;
    // Browsers refuse it in private windows and without https: the app then works as any page does.
    worker
      .register()
      .catch((error: unknown) => console.warn('The app cannot be kept on this device.', error));
    scheduleUpdateChecks(page, () => void worker.update().catch(() => undefined));
  }
  // A first visit loads what the person opens before all that it may open one day.
  if (cameFromWorker) keep();

  return {
    keep,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isReady: () => isReady,
    take() {
      isTaken = true;
      reloadWithNewer(page, worker);
    },
  };
}

function reloadWithNewer(page: Window, worker: Workbox): void {
  // Nothing waits where another tab was quicker, or where the server wants a version newer than any here.
  page.navigator.serviceWorker.getRegistration().then(
    (registration) => {
      if (!registration?.waiting) return page.location.reload();
      worker.messageSkipWaiting();
      // The browser lets the old worker finish what it is at; a reload frees it from this page at least.
      page.setTimeout(() => page.location.reload(), takenWithinMs);
    },
    () => page.location.reload(),
  );
}

/** For an app that is not kept on the device: while it is being developed, and in browsers without workers. */
export function noAppUpdates(page: Window): AppUpdates {
  return {
    keep: () => undefined,
    subscribe: () => () => undefined,
    isReady: () => false,
    take: () => page.location.reload(),
  };
}
