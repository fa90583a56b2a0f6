/** What the browser has promised about this device. `null` where it does not say. */
export type OfflineReadiness = {
  app: 'kept' | 'missing' | 'damaged' | 'impossible';
  persisted: boolean;
  usedBytes: number | null;
  quotaBytes: number | null;
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
  };
}

async function keptApp(page: Window): Promise<OfflineReadiness['app']> {
  if (!page.isSecureContext) return 'impossible';
  const workers: ServiceWorkerContainer | undefined = page.navigator.serviceWorker;
  const registration = await quietly(() => workers?.getRegistration());
  return registration?.active?.state === 'activated' ? 'kept' : 'missing';
}

/** A browser that does not want to say is one that has not promised. */
async function quietly<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
