import { Observable } from 'rxjs';
import type { Exclusive } from './exclusive.ts';

type Stream = Pick<EventSource, 'readyState' | 'CLOSED'> & {
  addEventListener(event: 'poke' | 'open' | 'error', listener: (event: Event) => void): void;
  close(): void;
};

/**
 * Emits the data of each poke of the server, as it came: a number, never rows; undefined where the stream was opened or
 * broke off. One tab holds the stream under a lock (browsers allow six
 * connections to an origin); when that tab goes, or loses the lock, the next one takes it over. A lost poke does
 * no harm.
 *
 * A browser opens a broken stream again by itself, but never one that was refused (the session had ended): that
 * is done whenever `hope` says that the server answers.
 */
export function serverEvents(deps: {
  exclusive: Exclusive;
  lockName: string;
  open(): Stream;
  hope: Observable<unknown>;
  /** True from the moment this tab holds the stream, false while it waits for it, null at the end. */
  onLead?(leads: boolean | null): void;
}): Observable<unknown> {
  return new Observable((subscriber) => {
    const { onLead = () => undefined } = deps;
    const ended = new Promise<void>((resolve) => subscriber.add(resolve));
    subscriber.add(() => onLead(null));

    function hold(): () => void {
      let stream: Stream | undefined;
      let isOpen = false;
      const listen = () => {
        stream = deps.open();
        stream.addEventListener('poke', (event) => subscriber.next(dataOf(event)));
        // After a break, what was missed is asked for at once.
        stream.addEventListener('open', () => {
          isOpen = true;
          subscriber.next(undefined);
        });
        // Once: the browser tries every few seconds to open it, and each failure is an event.
        stream.addEventListener('error', () => {
          if (isOpen) subscriber.next(undefined);
          isOpen = false;
        });
      };
      listen();
      const reopening = deps.hope.subscribe(() => {
        if (stream?.readyState === stream?.CLOSED) listen();
      });
      return () => {
        reopening.unsubscribe();
        stream?.close();
      };
    }

    async function lead(lost?: AbortSignal): Promise<void> {
      if (subscriber.closed) return;
      onLead(true);
      const letGo = hold();
      subscriber.add(letGo);
      await Promise.race([ended, aborted(lost)]);
      letGo();
    }

    async function leadInTurn(): Promise<void> {
      while (!subscriber.closed) {
        onLead(false);
        await deps.exclusive(deps.lockName, lead);
      }
    }
    leadInTurn().catch(() => subscriber.complete());
  });
}

function dataOf(event: Event): unknown {
  return 'data' in event ? event.data : undefined;
}

function aborted(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }));
}
