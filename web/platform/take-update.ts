/**
 * Goes over to a newer version of the app by a reload of the page, or reports that it could not.
 *
 * 1. The worker that waits is asked to take over, and the page is reloaded when it has.
 * 2. A reload passes through a worker: the old one would hand out the old app once more, and Chromium waits for ever for a
 *    new one that does not get to work. Where either takes too long, the page goes around both, if the server answers:
 *    without a registration the reload comes from the network. Without a server it is reloaded all the same, since the
 *    browser lets the old worker finish what it is at for this page.
 * 3. Where the browser asks whether typed text may be lost, and the person stays, nothing is reloaded any more.
 */
const reloadedAfterMs = 8_000;
const aroundAfterMs = 16_000;
const failedAfterMs = 30_000;

export type TakenUpdate = 'taking' | 'stayed' | 'failed';

export type UpdatedPage = Pick<
  Window,
  'setTimeout' | 'clearTimeout' | 'addEventListener' | 'removeEventListener'
> & {
  readonly location: Pick<Location, 'reload'>;
  readonly navigator: { readonly serviceWorker: ServiceWorkerContainer };
};

type TakeUpdate = {
  /** Whether a reload without a worker would find the app. */
  isServerThere(): Promise<boolean>;
  report(state: TakenUpdate): void;
};

export function takeUpdate(page: UpdatedPage, { isServerThere, report }: TakeUpdate): void {
  const { serviceWorker } = page.navigator;
  let isReloading = false;

  function reload(): void {
    if (isReloading) return;
    isReloading = true;
    page.location.reload();
  }

  /** Returns whether it could. */
  async function goAround(): Promise<boolean> {
    const registration = await serviceWorker.getRegistration();
    if (registration === undefined || !(await isServerThere())) return false;
    await registration.unregister();
    isReloading = true;
    page.location.reload();
    return true;
  }

  async function reloadInAnyCase(): Promise<void> {
    if (!isReloading && !(await goAround().catch(() => false))) reload();
  }

  function end(state: TakenUpdate): void {
    for (const timer of timers) page.clearTimeout(timer);
    serviceWorker.removeEventListener('controllerchange', reload);
    page.removeEventListener('beforeunload', onLeave);
    report(state);
  }

  function onLeave(event: Event): void {
    // After the person was asked: a page that they leave does not get there.
    page.setTimeout(() => event.defaultPrevented && end('stayed'));
  }

  const timers = [
    page.setTimeout(() => void reloadInAnyCase(), reloadedAfterMs),
    page.setTimeout(() => void goAround().catch(() => false), aroundAfterMs),
    page.setTimeout(() => end('failed'), failedAfterMs),
  ];
  serviceWorker.addEventListener('controllerchange', reload);
  page.addEventListener('beforeunload', onLeave);
  report('taking');
  serviceWorker.getRegistration().then(
    // Nothing waits where another tab was quicker, or where the server wants a version newer than any here.
    (registration) =>
      registration?.waiting ? registration.waiting.postMessage({ type: 'SKIP_WAITING' }) : reload(),
    reload,
  );
}
