/**
 * Names the server's history by the place up to which this device took it over, where earlier releases had the epoch of
 * the cursor, which every run of a server has its own of by now; runs inside the upgrade to version 9.
 */
import type { Transaction } from 'dexie';
import { z } from 'zod';

const StoredCursor = z.object({ value: z.looseObject({ epoch: z.string() }) });

export async function nameHistory(transaction: Transaction): Promise<void> {
  const meta = transaction.table('meta');
  const cursor = StoredCursor.safeParse(await meta.get('cursor'));
  if (cursor.success) await meta.put({ key: 'history', value: cursor.data.value.epoch });
  await transaction
    .table('unknownChanges')
    .toCollection()
    .modify((record) => {
      record.history = record.epoch;
      delete record.epoch;
    });
}
