/** The promises of the browser about this device; `null` where it makes none. */
export type OfflineReadiness = {
  app: 'kept' | 'missing' | 'damaged' | 'unknown' | 'impossible';
  persisted: boolean;
  usedBytes: number | null;
  quotaBytes: number | null;
  /** It deletes what a site stored that was not opened for seven days, unless the site is on the Home Screen. */
  forgetsUnvisited: boolean;
};

export async function offlineReadiness(page: Window): Promise<OfflineReadiness> {
  const storage: StorageManager | undefined = page.navigator.storage;
  const [app, persisted, estimate] = await Promise.all([
    keptApp(page),
    quietly(() => storage?.persisted()),
    quietly(() => storage?.estimate()),
  ]);
  return {
    app,
    persisted: persisted === true,
    usedBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
    forgetsUnvisited: isTabOfAnIPad(page.navigator),
  };
}

/** Only browsers of iPadOS and iOS have this property; it is true where the app was opened from the Home Screen. */
function isTabOfAnIPad(navigator: Navigator): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}

async function keptApp(page: Window): Promise<OfflineReadiness['app']> {
  if (!page.isSecureContext) return 'impossible';
  const workers: ServiceWorkerContainer | undefined = page.navigator.serviceWorker;
  const registration = await quietly(() => workers?.getRegistration());
  const worker = registration?.active;
  if (worker?.state !== 'activated') return 'missing';
  const damaged = await askWorker(worker, 'CHECK_APP');
  if (damaged === null) return 'unknown';
  return damaged === 0 ? 'kept' : 'damaged';
}

/** Fetches the parts of the app that are kept here but are not what they should be. */
export async function mendApp(page: Window): Promise<void> {
  const workers: ServiceWorkerContainer | undefined = page.navigator.serviceWorker;
  const worker = (await quietly(() => workers?.getRegistration()))?.active;
  if (worker?.state === 'activated') await askWorker(worker, 'MEND_APP');
}

/**
 * Has a part of the app kept on this device that is not always kept, as `language-de`. Resolves to whether it is; false
 * where nothing is kept.
 */
export async function keepPart(page: Window, part: string): Promise<boolean> {
  const workers: ServiceWorkerContainer | undefined = page.navigator.serviceWorker;
  const worker = (await quietly(() => workers?.getRegistration()))?.active;
  return worker ? (await askWorker(worker, 'KEEP_PART', { part })) === 0 : false;
}

const answerMs = { CHECK_APP: 10_000, MEND_APP: 60_000, KEEP_PART: 60_000 } as const;

/** Resolves to the number of damaged files; null where no answer comes: a worker of an older version gives none. */
function askWorker(
  worker: ServiceWorker,
  type: keyof typeof answerMs,
  details: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const settle = (damaged: number | null) => {
      clearTimeout(timer);
      port1.close();
      resolve(damaged);
    };
    const timer = setTimeout(() => settle(null), answerMs[type]);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => settle(typeof data === 'number' ? data : null);
    worker.postMessage({ ...details, type }, [port2]);
  });
}

/** A browser that does not want to say is one that has not promised. */
async function quietly<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
