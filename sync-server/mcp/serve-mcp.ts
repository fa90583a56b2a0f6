/**
 * Answers one message of MCP (docs/mcp.md): builds a server for it, which is gone with the answer. No session is kept; who
 * asks is in each request.
 *
 * 1. The revisions of 2025 and that of 2026-07-28 are served alike. In the older ones a client listens for changes with GET
 *    (`change-stream.ts`), in the newer one with `subscriptions/listen`, whose stream ends with the token.
 * 2. A batch is refused: it would be thousands of requests for the rate of one.
 * 3. This module loads the SDK. Only the first request of MCP imports it: a server that nobody asks stays small.
 */
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Caller, McpDeps } from './caller.ts';
import { listen, type SignalDeps } from './change-signals.ts';
import { complete } from './completions.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { callTool, listTools } from './tools.ts';
import { wrongParams } from './wrong-params.ts';

export type McpRequest = {
  request: Request;
  body: unknown;
  caller: Caller;
  token: { id: number; bearer: string };
  /** Takes a place among the open streams of the account; undefined: there is none left. */
  openStream(): (() => void) | undefined;
  answerTooManyStreams(): Response;
};

const Listening = z.looseObject({ method: z.literal('subscriptions/listen') });

const instructions =
  'The prompts of a Promptory library: texts with variables, versions and labels. Names are Project/Title.';

export async function serveMcp(deps: McpDeps & SignalDeps, asked: McpRequest): Promise<Response> {
  const { request, body, caller } = asked;
  if (Array.isArray(body)) return answerError('Batches are not served: send one message at a time.');
  const wrong = wrongParams(body);
  if (wrong !== undefined) return Response.json(wrong);
  if (await isLegacyRequest(request, body)) return serveStateless(deps, asked);
  if (Listening.safeParse(body).success) return serveListening(deps, asked);
  const handler = createMcpHandler(() => serverFor(deps, caller), { legacy: 'reject' });
  return handler.fetch(request, { parsedBody: body });
}

async function serveStateless(deps: McpDeps, { request, body, caller }: McpRequest): Promise<Response> {
  const server = serverFor(deps, caller);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}

async function serveListening(
  deps: McpDeps & SignalDeps,
  { request, body, caller, token, openStream, answerTooManyStreams }: McpRequest,
): Promise<Response> {
  const close = openStream();
  if (close === undefined) return answerTooManyStreams();
  const handler = createMcpHandler(() => serverFor(deps, caller), {
    legacy: 'reject',
    bus: {
      publish: () => {},
      subscribe(listener) {
        const stop = listen(deps, {
          ...{ userId: caller.userId, token },
          onChange() {
            listener({ kind: 'prompts_list_changed' });
            listener({ kind: 'resources_list_changed' });
          },
          onEnd: () => void handler.close(),
        });
        return () => {
          stop();
          close();
        };
      },
    },
  });
  const answer = await handler.fetch(request, { parsedBody: body });
  if (!(answer.headers.get('Content-Type') ?? '').startsWith('text/event-stream')) close();
  return answer;
}

function serverFor(deps: McpDeps, caller: Caller): Server {
  const server = new Server(
    { name: 'promptory', title: 'Promptory', version: deps.version },
    {
      capabilities: {
        prompts: { listChanged: true },
        resources: { listChanged: true },
        tools: {},
        completions: {},
      },
      instructions,
    },
  );
  server.setRequestHandler('prompts/list', ({ params }) => listPrompts(deps, caller, params?.cursor));
  server.setRequestHandler('prompts/get', ({ params }) => getPrompt(deps, caller, params));
  server.setRequestHandler('completion/complete', ({ params }) => complete(deps, caller, params));
  server.setRequestHandler('resources/list', ({ params }) => listResources(deps, caller, params?.cursor));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(deps, caller, params.uri));
  server.setRequestHandler('tools/list', () => ({ tools: listTools(caller) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const { result, outputSchema } = await callTool(deps, caller, params);
    return server.projectCallToolResult(result, outputSchema);
  });
  return server;
}

function answerError(message: string): Response {
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}
