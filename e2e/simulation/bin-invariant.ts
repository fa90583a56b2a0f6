import type { SimulatedDevice } from './simulated-device.ts';

/** I12: the bin holds what is not shown, each item with its row, inside of one that is there, and counts its bytes. */
export async function binOf({ name, library: { db } }: SimulatedDevice): Promise<string[]> {
  const items = await db.binItems.toArray();
  const rows = new Set(await db.binRows.toCollection().primaryKeys());
  const keys = new Set<string>(items.map(({ key }) => key));
  const found: string[] = [];
  for (const { key, type, id, under, isBack } of items) {
    const isShown = (await db.rowsOf(type).get(id)) !== undefined;
    if (isShown !== (isBack === true)) found.push(`I12: ${name}: ${key} is in the bin, shown: ${isShown}`);
    if (rows.has(key) !== (isBack !== true)) found.push(`I12: ${name}: the row of ${key}`);
    if (under !== '' && !keys.has(under)) found.push(`I12: ${name}: ${key} is under ${under}, which is gone`);
  }
  const headings = items.filter(({ isBack }) => isBack !== true).length;
  if (rows.size !== headings) found.push(`I12: ${name} keeps ${rows.size} rows of ${headings} items`);
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  const counted = (await db.meta.get('binBytes'))?.value ?? 0;
  if (bytes !== counted) found.push(`I12: ${name} counts ${String(counted)} bytes of ${bytes}`);
  return found;
}
