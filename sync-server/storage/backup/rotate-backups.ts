import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const pattern = /^promptory-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.tar$/;

/** Returns the name of a backup that is made at this instant. */
export function backupName(instant: number): string {
  return `promptory-${new Date(instant).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
}

/** Removes the oldest backups of such names until `keep` are left; never the one that was made just now. */
export async function rotateBackups(
  folder: string,
  { keep, made }: { keep: number; made: string },
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name) && name !== made);
  const old = names.toSorted().slice(0, Math.max(0, names.length - (keep - 1)));
  for (const name of old) await rm(join(folder, name));
}
