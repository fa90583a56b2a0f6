/** Counts the kept runs of versions. */
import type { Library } from '../database/library.ts';

/** Returns how many kept runs there are of these versions, by their ids; reads none of them. */
export async function keptRunCounts(
  { db }: Library,
  versionIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (versionIds.length === 0) return new Map();
  const keys = await db.keptRuns.where('row.versionId').anyOf(versionIds).keys();
  const counts = new Map<number, number>();
  for (const key of keys) counts.set(Number(key), (counts.get(Number(key)) ?? 0) + 1);
  return counts;
}
