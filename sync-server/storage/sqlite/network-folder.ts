/** Recognizes folders of other machines: SQLite's locks and its shared memory do not hold on them. */
import { statfsSync } from 'node:fs';

/** The numbers of `statfs` on Linux (statfs(2)). macOS numbers its own from 0 on, so none of these is one of them. */
const networkSystems: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xfe534d42, 'SMB'],
  [0xff534d42, 'SMB'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
]);

/** Returns the name of the network's file system that a folder lies on, or undefined for a disk of this machine. */
export function networkSystemOf(
  folder: string,
  typeOf: (folder: string) => number = (path) => statfsSync(path).type,
): string | undefined {
  // Where a number is signed, a large one comes below zero.
  return networkSystems.get(typeOf(folder) >>> 0);
}
