/** Moves the outline, which was one record, into a table of pieces; runs inside the upgrade to version 10. */
import type { Transaction } from 'dexie';
import { z } from 'zod';

const OneRecord = z.object({ value: z.string() });

export async function splitOutline(transaction: Transaction): Promise<void> {
  const meta = transaction.table('meta');
  const outline = OneRecord.safeParse(await meta.get('outline'));
  if (outline.success) await transaction.table('outline').add({ piece: outline.data.value });
  await meta.delete('outline');
}
