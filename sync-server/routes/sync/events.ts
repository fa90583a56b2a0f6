import { type Context, Hono } from 'hono';
import { messages } from '#shared/model/messages.ts';
import type { Poke } from '#shared/sync/wire.ts';
import { bearerOf } from '../../middleware/authorize-token.ts';
import { answerProblem } from '../../middleware/problem-response.ts';
import type { ServerContext } from '../../middleware/server-context.ts';
import type { ApiTokens } from '../../services/accounts/api-tokens.ts';
import type { Sessions } from '../../services/accounts/sessions.ts';
import type { Pokes } from '../../services/change/pokes.ts';
import type { OpenStreams } from '../../services/load/open-streams.ts';
import type { ReadChanges } from '../../services/reads/read-changes.ts';

/** Calls `run` every so many milliseconds until the returned way to stop is taken. */
export type Every = (milliseconds: number, run: () => void | Promise<void>) => () => void;

export type EventsDeps = {
  sessions: Pick<Sessions, 'find' | 'onEnd'>;
  apiTokens: Pick<ApiTokens, 'use' | 'onRevoke'>;
  pokes: Pokes;
  changes: Pick<ReadChanges, 'epochAt'>;
  streams: OpenStreams;
  every: Every;
  /** Aborted when the server drains: open streams would keep it from ending. */
  draining: AbortSignal;
};

const heartbeatMs = 25_000;

/** `GET /api/sync/events`: server-sent pokes `{"seq":812,"epoch":"…"}`. Mounted at `/api`. */
export function eventsRoutes(deps: EventsDeps): Hono<ServerContext> {
  return new Hono<ServerContext>().get('/sync/events', (c) => {
    const userId = c.get('user').id;
    const place = deps.streams.open(userId);
    if (place.kind === 'full') {
      const detail = place.of === 'account' ? messages.tooManyStreams : messages.tooManyStreamsInAll;
      return answerProblem('too_many_requests', { detail, headers: { 'Retry-After': '60' } });
    }
    const stream = pokeStream(deps, { userId, access: accessOf(c, deps), onEnd: place.close });
    return c.body(stream, 200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
  });
}

/** The session or the API token that opened the stream. */
type Access = { isOpen(): Promise<boolean>; onEnd(listener: () => void): () => void };

function accessOf(c: Context<ServerContext>, { sessions, apiTokens }: EventsDeps): Access {
  const token = c.get('apiToken');
  if (token !== undefined) {
    const bearer = bearerOf(c) ?? '';
    return {
      isOpen: async () => (await apiTokens.use(bearer))?.kind === 'found',
      onEnd: (listener) => apiTokens.onRevoke(token.id, listener),
    };
  }
  const session = c.get('sessionToken') ?? '';
  return {
    isOpen: async () => (await sessions.find(session)) !== undefined,
    onEnd: (listener) => sessions.onEnd(session, listener),
  };
}

/** Returns the event. Without an epoch, where that cannot be read now, it still says that there is something. */
async function pokeOf({ changes }: EventsDeps, userId: number, seq: number): Promise<string> {
  const epoch = await changes.epochAt(userId, seq).catch(() => undefined);
  return `event: poke\ndata: ${JSON.stringify({ seq, epoch } satisfies Poke)}\n\n`;
}

/** Keeps the latest number: a client that reads slowly gets that one when it reads again, not a line of old ones. */
function newestPoke(deps: EventsDeps, userId: number) {
  let latest: number | undefined;
  let sent: number | undefined;
  let isNaming = false;
  return {
    note(seq: number): void {
      latest = seq;
    },
    async flush(isReady: () => boolean, send: (text: string) => void): Promise<void> {
      while (!isNaming && latest !== undefined && latest !== sent && isReady()) {
        [sent, latest, isNaming] = [latest, undefined, true];
        const text = await pokeOf(deps, userId, sent);
        isNaming = false;
        send(text);
      }
    },
  };
}

/** Ends when the reader goes away, when the session ends or the API token, and when the server drains. */
function pokeStream(
  deps: EventsDeps,
  { userId, access, onEnd }: { userId: number; access: Access; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const { pokes, every, draining } = deps;
  const encoder = new TextEncoder();
  const undo: (() => void)[] = [onEnd];
  const newest = newestPoke(deps, userId);
  let open = true;

  function send(controller: ReadableStreamDefaultController<Uint8Array>, text: string): void {
    if (open) controller.enqueue(encoder.encode(text));
  }

  function flush(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    const isReady = () => open && (controller.desiredSize ?? 0) > 0;
    return newest.flush(isReady, (text) => send(controller, text));
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
      // It can also run out, or be ended by another process. While it cannot be read the stream stays until the next beat.
      const check = async () => void ((await access.isOpen()) || end());
      const heartbeat = () => {
        if ((controller.desiredSize ?? 0) > 0) send(controller, ': still here\n\n');
        return check().catch(() => {});
      };
      undo.push(
        pokes.subscribe(userId, (seq) => {
          newest.note(seq);
          void flush(controller);
        }),
        access.onEnd(end),
        pokes.onAccess(userId, check),
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
