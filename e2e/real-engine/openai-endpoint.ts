/**
 * Serves an engine by the routes of OpenAI's API that local engines have: `GET /v1/models` and `POST /v1/chat/completions`.
 * Pages of this machine may call it, and those of the origins that are named, as with the OLLAMA_ORIGINS of Ollama.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Engine, Generation } from './llama-engine.ts';

const modelName = 'tiny';

const Text = z.union([
  z.string(),
  z.array(z.object({ type: z.literal('text'), text: z.string() })).transform(textsOf),
]);
const Format = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }).transform(() => undefined),
  z.object({ type: z.literal('json_object') }).transform(() => 'json' as const),
  z
    .object({
      type: z.literal('json_schema'),
      json_schema: z.object({ schema: z.record(z.string(), z.unknown()) }),
    })
    .transform(({ json_schema: { schema } }) => schema),
]);
const ChatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: Text })),
  stream: z.boolean().default(false),
  stream_options: z.object({ include_usage: z.boolean() }).nullish(),
  temperature: z.number().default(1),
  top_p: z.number().optional(),
  seed: z.int().optional(),
  max_tokens: z.int().positive().default(200),
  stop: z.union([z.string().transform((one) => [one]), z.array(z.string())]).default([]),
  response_format: Format.optional(),
});
type ChatRequest = z.infer<typeof ChatRequest>;

export type Endpoint = {
  readonly origin: string;
  readonly address: string;
  /** The bodies of the runs that it was sent. */
  readonly requests: readonly unknown[];
  [Symbol.asyncDispose](): Promise<void>;
};

/** `origins`: of pages from elsewhere that may call it. */
export async function serveEngine(engine: Engine, origins: readonly string[]): Promise<Endpoint> {
  const requests: unknown[] = [];
  const server = createServer((request, response) => {
    if (!allowPage(request, response, origins)) return void response.writeHead(403).end();
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    answer(engine, request, response, requests).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, 500, String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    ...{ origin, address: `${origin}/v1`, requests },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const ofThisMachine = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Returns false for a page that may not call this. A program sends no origin. */
function allowPage(
  { headers: { origin } }: IncomingMessage,
  response: ServerResponse,
  origins: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (!ofThisMachine.test(origin) && !origins.includes(origin)) return false;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type');
  response.setHeader('Vary', 'Origin');
  return true;
}

async function answer(
  engine: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  requests: unknown[],
): Promise<void> {
  if (request.method === 'GET' && request.url === '/v1/models') {
    return sendJson(response, 200, { object: 'list', data: [{ id: modelName, object: 'model' }] });
  }
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    return refuse(response, 404, 'There is nothing here.');
  }
  const sent = await bodyOf(request);
  const read = ChatRequest.safeParse(sent);
  if (!read.success) return refuse(response, 400, z.prettifyError(read.error));
  if (read.data.model !== modelName)
    return refuse(response, 404, `The model "${read.data.model}" is not here.`);
  requests.push(sent);
  const left = new AbortController();
  response.once('close', () => left.abort());
  await (read.data.stream ? stream : complete)(engine, read.data, { response, signal: left.signal });
}

/** A tiny model writes a whole answer between two frames: parts go out at the pace of one that people run. */
const partMs = 10;

type Answering = { readonly response: ServerResponse; readonly signal: AbortSignal };

async function stream(engine: Engine, asked: ChatRequest, { response, signal }: Answering): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const chunk = (delta: object, finish_reason: string | null = null) =>
    send({
      ...{ id: 'answer', object: 'chat.completion.chunk', model: modelName },
      choices: [{ index: 0, delta, finish_reason }],
    });
  chunk({ role: 'assistant', content: '' });
  let sent = Promise.resolve();
  const onText = (content: string) => {
    sent = sent.then(() => setTimeout(partMs)).then(() => void chunk({ content }));
  };
  const { reason, tokens } = await engine.generate(generationOf(asked), { signal, onText });
  await sent;
  chunk({}, reason);
  if (asked.stream_options?.include_usage === true) send({ choices: [], usage: usageOf(tokens) });
  response.end('data: [DONE]\n\n');
}

async function complete(engine: Engine, asked: ChatRequest, { response, signal }: Answering): Promise<void> {
  let content = '';
  const onText = (text: string) => {
    content += text;
  };
  const { reason, tokens } = await engine.generate(generationOf(asked), { signal, onText });
  const message = { role: 'assistant', content };
  sendJson(response, 200, {
    ...{ id: 'answer', object: 'chat.completion', model: modelName },
    choices: [{ index: 0, message, finish_reason: reason }],
    usage: usageOf(tokens),
  });
}

function generationOf(asked: ChatRequest): Generation {
  const { messages, temperature, seed, stop, top_p: topP, max_tokens: maxTokens } = asked;
  const spoken = messages.map(({ role, content }) => `${role}: ${content}\n`).join('');
  return {
    ...{ temperature, topP, seed, stop, maxTokens },
    text: `${spoken}assistant:`,
    schema: asked.response_format,
  };
}

function usageOf({ in: sent, out }: { readonly in: number; readonly out: number }): object {
  return { prompt_tokens: sent, completion_tokens: out, total_tokens: sent + out };
}

function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, { error: { message, type: 'invalid_request_error' } });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += part;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function textsOf(parts: readonly { readonly text: string }[]): string {
  return parts.map(({ text }) => text).join('');
}
