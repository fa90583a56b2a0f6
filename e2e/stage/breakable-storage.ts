/** A browser whose storage a test can have refuse. */
import type { Page } from '@playwright/test';
import { everythingIsSynced } from './workspace.ts';

/** The browser's storage with a switch: the library takes hold of it when it opens, so it has to be there before. */
export function withBreakableStorage(): void {
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (stores, mode, options) {
    const { refuses } = document.documentElement.dataset;
    if (refuses !== undefined && (refuses === 'everything' || refuses === mode))
      throw new DOMException('The disk is gone.', 'UnknownError');
    return begin.call(this, stores, mode, options);
  };
}

/** From now on the browser refuses to write to the library, or to read from it as well. */
export async function browserRefuses(page: Page, what: 'readwrite' | 'everything'): Promise<void> {
  await everythingIsSynced(page);
  await refuseFromNow(page, what);
}

export async function refuseFromNow(page: Page, what: 'readwrite' | 'everything' | 'nothing'): Promise<void> {
  await page.evaluate((refused) => {
    document.documentElement.dataset.refuses = refused;
  }, what);
}
