import { limits } from '#shared/model/limits.ts';
import { fileSize } from '#shared/text/file-size.ts';

/** The sentence that says how much there is, and why deleting something does not make room at once. */
export function roomLeft({
  used,
  needed,
  maxStorage,
}: {
  used: number;
  needed: number;
  maxStorage: number;
}): { detail: string } {
  const left = Math.max(0, maxStorage - used);
  return {
    detail: `Your storage on the server is full: this file needs ${fileSize(needed)}, and ${fileSize(left)} of ${fileSize(maxStorage)} are left. Deleted files count for ${limits.deletedKeptDays} days.`,
  };
}
