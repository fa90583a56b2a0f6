/** Returns how many bytes the disk of a folder has room for. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Below this an admin has to make room before writes fail. */
export const leastFreeBytes = 100 * 1024 * 1024;
