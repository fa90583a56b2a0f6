/** Asks the browser not to clear this device's library when the disk runs low. Its answer changes nothing. */
export async function askToPersist(storage: StorageManager | undefined): Promise<void> {
  try {
    if ((await storage?.persisted?.()) === false) await storage?.persist?.();
  } catch {
    // Not granted: the library is kept as long as the browser likes, as every site's.
  }
}
