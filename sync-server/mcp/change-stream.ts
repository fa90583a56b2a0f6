/**
 * The stream that a client of the revisions of 2025 opens with GET: it carries `list_changed` and nothing else, so it needs
 * no session. Its events are numbered by the place in the feed: a client that opens it again names the last one, and is
 * notified at once if the library has moved on.
 */
import { listen, type SignalDeps } from './change-signals.ts';

export type StreamOptions = {
  userId: number;
  token: { id: number; bearer: string };
  /** The place that the client has seen, and the current one. */
  seen: number | undefined;
  seq: number;
  onClose(): void;
};

const notifications = ['notifications/prompts/list_changed', 'notifications/resources/list_changed'].map(
  (method) => JSON.stringify({ jsonrpc: '2.0', method }),
);

export function changeStream(deps: SignalDeps, options: StreamOptions): ReadableStream<Uint8Array> {
  const { userId, token, seen, seq, onClose } = options;
  const encoder = new TextEncoder();
  let pending = seen === undefined || seen === seq ? undefined : seq;
  let stop = () => {};
  let open = true;

  function close(): void {
    if (!open) return;
    open = false;
    stop();
    onClose();
  }

  // A client that reads slowly gets one notification when it reads again, not a line of old ones.
  function flush(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (!open || pending === undefined || (controller.desiredSize ?? 0) <= 0) return;
    const events = notifications.map((json) => `event: message\nid: ${pending}\ndata: ${json}\n\n`);
    pending = undefined;
    controller.enqueue(encoder.encode(events.join('')));
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(': listening\n\n'));
      stop = listen(deps, {
        ...{ userId, token },
        onChange(latest) {
          pending = latest;
          flush(controller);
        },
        onBeat() {
          if (open && (controller.desiredSize ?? 0) > 0)
            controller.enqueue(encoder.encode(': still here\n\n'));
        },
        onEnd() {
          if (!open) return;
          close();
          controller.close();
        },
      });
      if (!open) stop();
    },
    pull: flush,
    cancel: close,
  });
}
