import { filter, fromEvent, map, merge, type Observable } from 'rxjs';

/** Moments at which it is worth asking the server: the network came back, or the person looks at us again. */
export function pageSignals(page: Window & typeof globalThis): Observable<'online' | 'visible'> {
  return merge(
    fromEvent(page, 'online').pipe(map(() => 'online' as const)),
    fromEvent(page.document, 'visibilitychange').pipe(
      filter(() => page.document.visibilityState === 'visible'),
      map(() => 'visible' as const),
    ),
  );
}
