import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { blobPath, filesName, sha256Of } from '../backup/archive.ts';
import type { FileName } from '../ports/blob-storage.ts';
import { type InspectedFiles, isDraft, nameIn } from './inspected-files.ts';

export function diskFiles(dataFolder: string): InspectedFiles {
  const placeOf = (name: FileName) => join(dataFolder, blobPath(name));
  return {
    placeOf,
    size: async (name) => (await stat(placeOf(name)).catch(() => undefined))?.size,
    sha256: (name) => sha256Of(placeOf(name)),
    async *all() {
      const root = join(dataFolder, filesName);
      const entries = await opendir(root, { recursive: true }).catch(() => undefined);
      for await (const entry of entries ?? []) {
        const place = join(entry.parentPath, entry.name);
        const inside = place.slice(root.length + 1);
        if (entry.isFile() && !isDraft(inside)) yield { place, name: nameIn(inside) };
      }
    },
  };
}
