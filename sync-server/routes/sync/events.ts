import { type Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import type { StreamingApi } from 'hono/utils/stream';
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

/** Not those of Hono's `streamSSE`: it names the transfer coding and keeps the connection, which are Node's to decide. */
export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
};

/** `GET /api/sync/events`: server-sent pokes `{"seq":812,"epoch":"…"}`. Mounted at `/api`. */
export function eventsRoutes(deps: EventsDeps): Hono<ServerContext> {
  return new Hono<ServerContext>().get('/sync/events', (c) => {
    // Hono answers it by this route as well, and nobody would read the stream or end it.
    if (c.req.method === 'HEAD') return c.body(null, 200, eventStreamHeaders);
    const userId = c.get('user').id;
    const place = deps.streams.open(userId);
    if (place.kind === 'full') {
      const detail = place.of === 'account' ? messages.tooManyStreams : messages.tooManyStreamsInAll;
      return answerProblem('too_many_requests', { detail, headers: { 'Retry-After': '60' } });
    }
    for (const [name, value] of Object.entries(eventStreamHeaders)) c.header(name, value);
    return stream(c, (events) =>
      sendPokes(events, deps, { userId, access: accessOf(c, deps) }).finally(place.close),
    );
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

/**
 * Sends pokes until the reader goes away, the session ends or the API token, or the server drains. A client that reads
 * slowly gets the latest number when it reads again, not a line of old ones.
 */
async function sendPokes(
  events: StreamingApi,
  deps: EventsDeps,
  { userId, access }: { userId: number; access: Access },
): Promise<void> {
  const { pokes, every, draining } = deps;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const end = () => resolve();
  let latest: number | undefined;
  let sent: number | undefined;
  let isSending = false;
  let writing = 0;

  async function write(text: string): Promise<void> {
    writing += 1;
    await events.write(text).finally(() => {
      writing -= 1;
    });
  }

  async function send(): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      while (latest !== undefined && latest !== sent) {
        sent = latest;
        await write(await pokeOf(deps, userId, sent));
      }
    } finally {
      isSending = false;
    }
  }

  // It can also run out, or be ended by another process. While it cannot be read the stream stays until the next beat.
  const check = async () => void ((await access.isOpen()) || end());
  const heartbeat = () => {
    if (writing === 0) void write(': still here\n\n');
    return check().catch(() => {});
  };
  events.onAbort(end);
  const undo = [
    pokes.subscribe(userId, (seq) => {
      latest = seq;
      void send();
    }),
    access.onEnd(end),
    pokes.onAccess(userId, check),
    every(heartbeatMs, heartbeat),
    () => draining.removeEventListener('abort', end),
  ];
  draining.addEventListener('abort', end);
  // Sent at once, so that the client knows the stream is open and a proxy does not wait for more.
  void write(': listening\n\n');
  if (draining.aborted) end();
  await ended;
  for (const one of undo) one();
}
