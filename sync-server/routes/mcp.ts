import { type Context, Hono } from 'hono';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { messages } from '#shared/model/messages.ts';
import type { Caller, McpDeps } from '../mcp/caller.ts';
import type { SignalDeps } from '../mcp/change-signals.ts';
import { sendChanges } from '../mcp/change-stream.ts';
import { bearerOf, onlyProjectOf } from '../middleware/authorize-token.ts';
import { readJson } from '../middleware/body/json-body.ts';
import { answerProblem } from '../middleware/problem-response.ts';
import type { ServerContext } from '../middleware/server-context.ts';
import type { OpenStreams } from '../services/load/open-streams.ts';
import type { KnownTags } from '../services/reads/known-tags.ts';
import { eventStreamHeaders } from './sync/events.ts';

export type McpRoutesDeps = McpDeps &
  SignalDeps & { streams: OpenStreams; knownTags: Pick<KnownTags, 'latestSeq'> };

/** `/mcp`: the Model Context Protocol over Streamable HTTP, for programs with an API token. */
export function mcpRoutes(deps: McpRoutesDeps): Hono<ServerContext> {
  return new Hono<ServerContext>()
    .post('/mcp', async (c) => {
      const sent = await readJson(c, z.unknown());
      if (!sent.ok) return sent.answer;
      // Loaded then: the SDK would take the memory of every server.
      const { serveMcp } = await import('../mcp/serve-mcp.ts');
      return serveMcp(deps, {
        ...{ request: c.req.raw, body: sent.content, caller: callerOf(c), token: tokenOf(c) },
        openStream() {
          const place = deps.streams.open(c.get('user').id);
          return place.kind === 'open' ? place.close : undefined;
        },
        answerTooManyStreams,
      });
    })
    .get('/mcp', async (c) => {
      onlyProjectOf(c);
      if (!(c.req.header('Accept') ?? '').includes('text/event-stream')) {
        return answerProblem('invalid_request', {
          detail: 'GET answers a stream: accept text/event-stream.',
        });
      }
      if (c.req.method === 'HEAD') return c.body(null, 200, eventStreamHeaders);
      const userId = c.get('user').id;
      const seq = await deps.knownTags.latestSeq(userId);
      const place = deps.streams.open(userId);
      if (place.kind === 'full') return answerTooManyStreams();
      const named = /^\d{1,15}$/.exec(c.req.header('Last-Event-ID') ?? '')?.[0];
      const seen = named === undefined ? undefined : Number(named);
      for (const [name, value] of Object.entries(eventStreamHeaders)) c.header(name, value);
      return stream(c, (events) =>
        sendChanges(events, deps, { userId, token: tokenOf(c), seen, seq }).finally(place.close),
      );
    });
}

function callerOf(c: Context<ServerContext>): Caller {
  const { scope, name } = apiTokenOf(c);
  return {
    userId: c.get('user').id,
    onlyProject: onlyProjectOf(c),
    mayWrite: scope === 'write',
    device: name,
  };
}

function tokenOf(c: Context<ServerContext>): { id: number; bearer: string } {
  return { id: apiTokenOf(c).id, bearer: bearerOf(c) ?? '' };
}

function apiTokenOf(c: Context<ServerContext>) {
  const token = c.get('apiToken');
  if (token === undefined) throw new Error('A route for tokens was opened without one.');
  return token;
}

function answerTooManyStreams(): Response {
  return answerProblem('too_many_requests', {
    detail: messages.tooManyStreams,
    headers: { 'Retry-After': '60' },
  });
}
