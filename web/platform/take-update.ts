/**
 * Goes over to a newer version of the app by a reload of the page, or reports that it could not.
 *
 * 1. The worker that waits is asked to take over. The page is reloaded when it has, or a little later in any case: the
 *    browser lets the old worker finish what it is at.
 * 2. A reload passes through a worker, and waits for ever for one that does not get to work (Chromium). A page that is
 *    still here then goes around it, where the server answers: without a registration the reload comes from the network.
 * 3. Where the browser asks whether typed text may be lost, and the person stays, nothing is reloaded any more.
 */
/** A worker that is only slow to take over would hand out the old app once more. */
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

  async function goAround(): Promise<void> {
    const registration = await serviceWorker.getRegistration();
    if (registration === undefined || !(await isServerThere())) return;
    await registration.unregister();
    page.location.reload();
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
    page.setTimeout(reload, reloadedAfterMs),
    page.setTimeout(() => void goAround().catch(() => undefined), aroundAfterMs),
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
