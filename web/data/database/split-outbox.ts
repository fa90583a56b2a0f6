import type { Transaction } from 'dexie';
import { requestBytes } from './request-bytes.ts';

type EntryOfVersion3 = { position: number; name: string; args?: unknown };

/** Few enough to hold in memory with their texts. */
const portion = 100;

/** Moves the arguments of the entries that wait into a table of their own; runs inside the upgrade to version 4. */
export async function splitOutbox(transaction: Transaction): Promise<void> {
  const outbox = transaction.table<EntryOfVersion3, number>('outbox');
  const outboxArgs = transaction.table<{ position: number; args: unknown }, number>('outboxArgs');
  for (let last = 0; ; ) {
    const entries = await outbox.where('position').above(last).limit(portion).toArray();
    const newest = entries.at(-1);
    if (newest === undefined) return;
    await outboxArgs.bulkPut(entries.map(({ position, args }) => ({ position, args })));
    await outbox.bulkPut(
      entries.map(({ args, ...head }) => ({ ...head, bytes: requestBytes(head.name, args) })),
    );
    last = newest.position;
  }
}
