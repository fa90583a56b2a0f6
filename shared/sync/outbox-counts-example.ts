import { type EntryHead, heldEntries } from './outbox.ts';
import type { OutboxCounts } from './status.ts';

/**
 * Counts an outbox that is in memory as a whole: what `outboxCounts`, which never reads it whole, is compared with.
 * Every entry counts once, as waiting or as refused; a held one counts with the refused one that it depends on.
 */
export function countEntries(entries: readonly EntryHead[]): OutboxCounts {
  const held = heldEntries(entries);
  const counts: OutboxCounts = { waiting: 0, refused: 0, oldest: null };
  for (const entry of entries) {
    if (entry.state === 'refused' || held.has(entry.position)) counts.refused += 1;
    else {
      counts.waiting += 1;
      if (counts.oldest === null || entry.createdAt < counts.oldest) counts.oldest = entry.createdAt;
    }
  }
  return counts;
}
