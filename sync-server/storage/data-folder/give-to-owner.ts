import { lchown, lstat, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Gives everything in a data folder to the folder's owner, where this process is root: a command that an admin runs as root
 * would leave files that the server's own user cannot open.
 */
export async function giveToOwner(dataFolder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const folder = await stat(dataFolder).catch(() => undefined);
  if (folder === undefined) return;
  const { uid, gid } = folder;
  for await (const entry of await opendir(dataFolder, { recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    // A server that is running may have removed it since.
    const seen = await lstat(path).catch(() => undefined);
    if (seen !== undefined && seen.uid !== uid) await lchown(path, uid, gid);
  }
}
