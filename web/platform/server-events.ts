import { Observable } from 'rxjs';
import type { Exclusive } from './exclusive.ts';

type Stream = Pick<EventSource, 'readyState' | 'CLOSED'> & {
  addEventListener(event: 'poke' | 'open', listener: () => void): void;
  close(): void;
};

/**
 * Pokes of the server: a number, never rows. One tab holds the stream under a lock (browsers allow six
 * connections to an origin); when that tab goes, the next one takes it over. A lost poke does no harm.
 *
 * A browser opens a broken stream again by itself, but never one that was refused (the session had ended): that
 * is done whenever `hope` says that the server answers.
 */
export function serverEvents(deps: {
  exclusive: Exclusive;
  lockName: string;
  open(): Stream;
  hope: Observable<unknown>;
}): Observable<void> {
  return new Observable((subscriber) => {
    let stream: Stream | undefined;
    const listen = () => {
      stream = deps.open();
      stream.addEventListener('poke', () => subscriber.next());
      // After a break, what was missed is asked for at once.
      stream.addEventListener('open', () => subscriber.next());
    };
    const ended = new Promise<void>((resolve) => subscriber.add(resolve));
    void deps
      .exclusive(deps.lockName, async () => {
        if (subscriber.closed) return;
        listen();
        subscriber.add(
          deps.hope.subscribe(() => {
            if (stream?.readyState === stream?.CLOSED) listen();
          }),
        );
        await ended;
      })
      .catch(() => subscriber.complete());
    return () => stream?.close();
  });
}
