import { filter, fromEvent, map, merge, type Observable } from 'rxjs';

/**
 * Moments at which it is worth asking the server: the network came back, or the person looks at us again; or it went, and
 * the screen is not to say for long that all is synced.
 */
export function pageSignals(page: Window & typeof globalThis): Observable<'online' | 'offline' | 'visible'> {
  return merge(
    fromEvent(page, 'offline').pipe(map(() => 'offline' as const)),
    fromEvent(page, 'online').pipe(map(() => 'online' as const)),
    fromEvent(page.document, 'visibilitychange').pipe(
      filter(() => page.document.visibilityState === 'visible'),
      map(() => 'visible' as const),
    ),
  );
}
