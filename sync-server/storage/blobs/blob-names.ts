/** Checks the parts of names before they become a path or a key. */

/** Throws where no user can have this number. */
export function userFolder(userId: number): string {
  if (!Number.isSafeInteger(userId) || userId < 1) throw new Error('no user has this number');
  return String(userId);
}

/** Throws where this is no SHA-256 in lower-case hexadecimal digits. */
export function checkedHash(sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('a file is named by its hash and nothing else');
  return sha256;
}
