/** Opens the preferences again after the page was loaded in another language: the person may not be done with them. */

const key = 'preferences-open';

export function openAfterReload(page: Window): void {
  try {
    page.sessionStorage.setItem(key, '1');
  } catch {
    // Where storage is forbidden, they stay closed.
  }
}

/** Returns true once after `openAfterReload`. */
export function isToBeOpened(page: Window): boolean {
  try {
    const isWanted = page.sessionStorage.getItem(key) !== null;
    page.sessionStorage.removeItem(key);
    return isWanted;
  } catch {
    return false;
  }
}
