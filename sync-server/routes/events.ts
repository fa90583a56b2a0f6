import { Hono } from 'hono';
import { messages } from '#shared/model/messages.ts';
import { answerProblem } from '../middleware/problem-response.ts';
import type { ServerContext } from '../middleware/server-context.ts';
import type { OpenStreams } from '../services/open-streams.ts';
import type { Pokes } from '../services/pokes.ts';
import type { Sessions, SessionToken } from '../services/sessions.ts';

/** Calls `run` every so many milliseconds until the returned way to stop is taken. */
export type Every = (milliseconds: number, run: () => void | Promise<void>) => () => void;

export type EventsDeps = {
  sessions: Sessions;
  pokes: Pokes;
  streams: OpenStreams;
  every: Every;
  /** Aborted when the server drains: open streams would keep it from ending. */
  draining: AbortSignal;
};

const heartbeatMs = 25_000;

/** `GET /api/sync/events`: server-sent pokes `{"seq":812}`. Mounted at `/api`. */
export function eventsRoutes(deps: EventsDeps): Hono<ServerContext> {
  return new Hono<ServerContext>().get('/sync/events', (c) => {
    const userId = c.get('user').id;
    const place = deps.streams.open(userId);
    if (place.kind === 'full') {
      const detail = place.of === 'account' ? messages.tooManyStreams : messages.tooManyStreamsInAll;
      return answerProblem('too_many_requests', { detail, headers: { 'Retry-After': '60' } });
    }
    const stream = pokeStream(deps, { userId, token: c.get('sessionToken'), onEnd: place.close });
    return c.body(stream, 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
  });
}

/** Ends when the reader goes away, when the session ends, and when the server drains. */
function pokeStream(
  deps: EventsDeps,
  { userId, token, onEnd }: { userId: number; token: SessionToken; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const { sessions, pokes, every, draining } = deps;
  const encoder = new TextEncoder();
  const undo: (() => void)[] = [onEnd];
  let open = true;
  let latest: number | undefined;
  let sent: number | undefined;

  function send(controller: ReadableStreamDefaultController<Uint8Array>, text: string): void {
    if (open) controller.enqueue(encoder.encode(text));
  }

  // A client that reads slowly gets the newest number when it reads again, not a line of old ones.
  function flush(controller: ReadableStreamDefaultController<Uint8Array>): void {
    if (latest === undefined || latest === sent || (controller.desiredSize ?? 0) <= 0) return;
    sent = latest;
    send(controller, `event: poke\ndata: {"seq":${latest}}\n\n`);
    latest = undefined;
  }

  function stop(): void {
    open = false;
    for (const one of undo) one();
  }

  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = () => {
        if (!open) return;
        stop();
        controller.close();
      };
      const heartbeat = async () => {
        if ((controller.desiredSize ?? 0) > 0) send(controller, ': still here\n\n');
        // A session can also run out, or be ended by another server that was here before.
        if ((await sessions.find(token)) === undefined) end();
      };
      undo.push(
        pokes.subscribe(userId, (seq) => {
          latest = seq;
          flush(controller);
        }),
        sessions.onEnd(token, end),
        every(heartbeatMs, heartbeat),
        () => draining.removeEventListener('abort', end),
      );
      draining.addEventListener('abort', end);
      // Sent at once, so that the client knows the stream is open and a proxy does not wait for more.
      send(controller, ': listening\n\n');
      if (draining.aborted) end();
    },
    pull: flush,
    cancel: stop,
  });
}
