/** Decides when an open page asks for a newer version of the app: once an hour, and when a person or the network is back. */

const hourMs = 60 * 60 * 1000;
const leastMs = 60 * 1000;

export type WatchedPage = Pick<Window, 'addEventListener' | 'setInterval'> & {
  readonly document: Pick<Document, 'addEventListener' | 'visibilityState'>;
  readonly performance: Pick<Performance, 'now'>;
};

/** Calls `check`, at most once a minute; the page itself was loaded a moment ago. */
export function scheduleUpdateChecks(page: WatchedPage, check: () => void): void {
  let last = page.performance.now();

  function checkNow(): void {
    const now = page.performance.now();
    if (now - last < leastMs) return;
    last = now;
    check();
  }

  page.setInterval(checkNow, hourMs);
  page.addEventListener('online', checkNow);
  page.document.addEventListener('visibilitychange', () => {
    if (page.document.visibilityState === 'visible') checkNow();
  });
}
