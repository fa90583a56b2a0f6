import { limits } from '#shared/model/limits.ts';
import type { AdministrationStorage } from '../../storage/ports/administration-port.ts';
import type { BlobStorage } from '../../storage/ports/blob-storage.ts';
import type { SecurityEvents } from './security-events.ts';

const day = 24 * 60 * 60 * 1000;

/** Returns the instant before which a deleted account is erased, and cannot be brought back any more. */
export function accountsKeptFrom(now: number): number {
  return now - limits.deletedKeptDays * day;
}

/** Erases accounts that were deleted long ago: files first, so that an account whose erasure broke off is found again. */
export async function eraseDeletedAccounts(deps: {
  storage: AdministrationStorage;
  files: BlobStorage;
  securityEvents: SecurityEvents;
  now: () => number;
}): Promise<void> {
  for (const userId of await deps.storage.deletedBefore(accountsKeptFrom(deps.now()))) {
    await deps.files.removeAllOf(userId);
    await deps.storage.eraseAccount(userId);
    await deps.securityEvents.record({ kind: 'account_erased' });
  }
}
