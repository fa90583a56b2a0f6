/**
 * Returns an address of the app that is fetched from the server instead of the copy on this device: whoever stands in the
 * server's place on the way gets to show a sign-in page, and leads back to the same address.
 */
export function wayThrough(pathname: string): string {
  return `${pathname}?${mark}=1`;
}

const mark = 'through';

/** Matches the path and query of such an address. */
export const throughAddress = new RegExp(`[?&]${mark}=`);
