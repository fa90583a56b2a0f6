/** Returns whether an `If-None-Match` names this strong tag; a proxy that compresses weakens the one that it passes on. */
export function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag);
}
