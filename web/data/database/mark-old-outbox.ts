import type { Transaction } from 'dexie';
import { type EntryHead, heldEntries } from '#shared/sync/outbox.ts';

/** Marks the entries that were refused or are held; runs inside the upgrade to version 16. */
export async function markOldOutbox(transaction: Transaction): Promise<void> {
  const outbox = transaction.table<EntryHead, number>('outbox');
  const heads = await outbox.toArray();
  const held = heldEntries(heads);
  const isBlocked = ({ state, position }: EntryHead) => state === 'refused' || held.has(position);
  await outbox.bulkPut(heads.map((head) => ({ ...head, blocked: isBlocked(head) ? 1 : 0 })));
}
