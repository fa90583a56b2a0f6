/**
 * The stream that a client of the revisions of 2025 opens with GET: it carries `list_changed` and nothing else, so it needs
 * no session. Its events are numbered by the place in the feed: a client that opens it again names the last one, and is
 * notified at once if the library has moved on.
 */
import { listen, type SignalDeps } from './change-signals.ts';

/** `write`: waits where the client reads slowly. */
export type EventStream = { write(text: string): Promise<unknown>; onAbort(listener: () => void): void };

export type StreamOptions = {
  userId: number;
  token: { id: number; bearer: string };
  /** The place that the client has seen, and the current one. */
  seen: number | undefined;
  seq: number;
};

const notifications = ['notifications/prompts/list_changed', 'notifications/resources/list_changed'].map(
  (method) => JSON.stringify({ jsonrpc: '2.0', method }),
);

/** Ends when the reader goes away, the token ends or the server drains. */
export async function sendChanges(
  events: EventStream,
  deps: SignalDeps,
  { userId, token, seen, seq }: StreamOptions,
): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  let pending = seen === undefined || seen === seq ? undefined : seq;
  let isSending = false;

  // A client that reads slowly gets one notification when it reads again, not a line of old ones.
  async function send(comment = ''): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      if (comment !== '') await events.write(comment);
      while (pending !== undefined) {
        const messages = notifications.map((json) => `event: message\nid: ${pending}\ndata: ${json}\n\n`);
        pending = undefined;
        await events.write(messages.join(''));
      }
    } finally {
      isSending = false;
    }
  }

  events.onAbort(end);
  void send(': listening\n\n');
  const stop = listen(deps, {
    ...{ userId, token },
    onChange(latest) {
      pending = latest;
      void send();
    },
    onBeat: () => void send(': still here\n\n'),
    onEnd: end,
  });
  await ended;
  stop();
}
