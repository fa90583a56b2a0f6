/** Declares the files of a server as an inspection reads them, wherever they lie. */
import type { FileName } from '../ports/blob-storage.ts';

export type InspectedFiles = {
  /** As an admin finds it. */
  placeOf(name: FileName): string;
  /** Undefined where there is no such file. */
  size(name: FileName): Promise<number | undefined>;
  sha256(name: FileName): Promise<string>;
  /** Everything that lies there but drafts; `name` where it is that of a file. */
  all(): AsyncIterable<{ place: string; name: FileName | undefined }>;
};

/** Returns the name of a file from its path below the place of all files. */
export function nameIn(path: string): FileName | undefined {
  const [, userId = '', start = '', sha256 = ''] =
    /^([1-9]\d*)\/([0-9a-f]{2})\/([0-9a-f]{64})$/.exec(path) ?? [];
  return sha256 !== '' && sha256.startsWith(start) ? { userId: Number(userId), sha256 } : undefined;
}

/** Drafts, which have their own inspection, or their own end. */
export function isDraft(path: string): boolean {
  return /^(temporary|partial)\//.test(path);
}
