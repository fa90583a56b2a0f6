/**
 * The service worker, which keeps the app on this device. A newer one is fetched and then waits: taking it
 * means a reload, and only a person says when.
 */

import { Workbox } from 'workbox-window';
import { createListeners } from '#shared/events/listeners.ts';
import { takeUpdate } from './take-update.ts';
import { scheduleUpdateChecks } from './update-checks.ts';

/** `failed`: the newer version was wanted and did not start. */
export type AppUpdateState = 'none' | 'ready' | 'taking' | 'failed';

export type AppUpdates = {
  /** Begins to keep the app on this device, where it is not kept yet. */
  keep(): void;
  subscribe(listener: () => void): () => void;
  state(): AppUpdateState;
  take(): void;
};

/** Milliseconds that the server has to answer before a reload that needs it. */
const answeredWithinMs = 5_000;

export function watchAppUpdates(page: Window & typeof globalThis, base: string): AppUpdates {
  const { subscribe, notify } = createListeners();
  const worker = new Workbox(`${base}/service-worker.js`);
  // On a first visit the page itself comes from the network, so the worker that controls it later is no newer.
  const cameFromWorker = page.navigator.serviceWorker.controller !== null;
  let state: AppUpdateState = 'none';
  let isReady = false;
  let isKept = false;

  function become(next: AppUpdateState): void {
    state = next;
    notify();
  }

  function offer(): void {
    isReady = true;
    if (state !== 'taking') become('ready');
  }

  worker.addEventListener('waiting', () => {
    page.navigator.serviceWorker.getRegistration().then(
      // The first worker of all waits for a moment as well; it is no newer than anything.
      (registration) => registration?.waiting && registration.active && offer(),
      () => undefined,
    );
  });
  worker.addEventListener('controlling', (event) => {
    // Another tab took it: this page goes on with its own parts, and had better be reloaded some time.
    if (event.isUpdate || (event.isExternal && cameFromWorker)) offer();
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
    subscribe,
    state: () => state,
    take() {
      if (state === 'taking') return;
      takeUpdate(page, {
        isServerThere: () => doesAnswer(page, `${base}/healthz`),
        report: (taken) => become(taken === 'stayed' ? (isReady ? 'ready' : 'none') : taken),
      });
    },
  };
}

async function doesAnswer(page: typeof globalThis, url: string): Promise<boolean> {
  const signal = AbortSignal.timeout(answeredWithinMs);
  return (await page.fetch(url, { cache: 'no-store', signal })).ok;
}

/** For an app that is not kept on the device: while it is being developed, and in browsers without workers. */
export function noAppUpdates(page: Window): AppUpdates {
  return {
    keep: () => undefined,
    subscribe: () => () => undefined,
    state: () => 'none',
    take: () => page.location.reload(),
  };
}
