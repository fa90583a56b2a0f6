/**
 * Why nothing can be written: `full`: there is no room, or no more of a quota; `readOnly`: the file system does
 * not take writes, or fails on them. Both pass by themselves once a person has seen to the disk.
 */
export type WriteFailure = 'full' | 'readOnly';

const failures: readonly { failure: WriteFailure; code: RegExp }[] = [
  // With those of PostgreSQL: 53100 is its full disk, 25006 a standby, or a session that is set to read only.
  { failure: 'full', code: /^(SQLITE_FULL|ENOSPC|EDQUOT|53100)$/ },
  { failure: 'readOnly', code: /^(SQLITE_READONLY(_\w+)?|EROFS|25006)$/ },
  // SQLite says so where the system refuses a write for another reason than room, or does not say which.
  { failure: 'readOnly', code: /^SQLITE_IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE)$/ },
];

/** Returns undefined for every other error. */
export function writeFailure(error: unknown): WriteFailure | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return failures.find((each) => each.code.test(code))?.failure ?? writeFailure(error.cause);
}
