import { Observable } from 'rxjs';
import type { Exclusive } from './exclusive.ts';

/**
 * Pokes of the server: a number, never rows. One tab holds the stream under a lock (browsers allow six
 * connections to an origin); when that tab goes, the next one takes it over. A lost poke does no harm.
 */
export function serverEvents(deps: {
  exclusive: Exclusive;
  lockName: string;
  open(): EventSource;
}): Observable<void> {
  return new Observable((subscriber) => {
    let stream: EventSource | undefined;
    const ended = new Promise<void>((resolve) => subscriber.add(resolve));
    void deps
      .exclusive(deps.lockName, async () => {
        if (subscriber.closed) return;
        stream = deps.open();
        stream.addEventListener('poke', () => subscriber.next());
        // After a break the stream opens again by itself, and what was missed is asked for at once.
        stream.addEventListener('open', () => subscriber.next());
        await ended;
      })
      .catch(() => subscriber.complete());
    return () => stream?.close();
  });
}
