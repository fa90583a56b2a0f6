/** What the browser has promised about this device. `null` where it does not say. */
export type OfflineReadiness = {
  appKept: boolean;
  persisted: boolean;
  usedBytes: number | null;
  quotaBytes: number | null;
};

export async function offlineReadiness(browser: Navigator): Promise<OfflineReadiness> {
  const storage: StorageManager | undefined = browser.storage;
  const workers: ServiceWorkerContainer | undefined = browser.serviceWorker;
  const [registration, persisted, estimate] = await Promise.all([
    quietly(() => workers?.getRegistration()),
    quietly(() => storage?.persisted()),
    quietly(() => storage?.estimate()),
  ]);
  return {
    appKept: registration?.active?.state === 'activated',
    persisted: persisted === true,
    usedBytes: estimate?.usage ?? null,
    quotaBytes: estimate?.quota ?? null,
  };
}

/** A browser that does not want to say is one that has not promised. */
async function quietly<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch {
    return undefined;
  }
}
