/**
 * `mcp --url`: carries messages of MCP between standard input and output and a server's `/mcp`, for programs that start
 * their servers themselves. Standard output has nothing but messages; sentences go to standard error.
 */
import { PassThrough } from 'node:stream';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type JSONRPCMessage,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import type { Outcome, World } from '../world.ts';
import { WrongArguments } from '../world.ts';

export type McpArguments = { url: string; tokenEnv: string };

const Initialized = z.object({ result: z.looseObject({ protocolVersion: z.string() }) });
const Answered = z.object({ id: z.union([z.string(), z.number()]) });
const Asked = z.object({ id: z.union([z.string(), z.number()]), method: z.string() });

/** How long answers are waited for after standard input has ended. */
const longestAnswerMs = 60_000;

/** The stream of notifications is opened again for as long as the program runs. */
const reconnectionOptions = {
  ...{ initialReconnectionDelay: 1_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 2 },
  maxRetries: Number.MAX_SAFE_INTEGER,
};

/** Ends when standard input does and its messages are answered. */
export async function carryMcp(world: World, { url, tokenEnv }: McpArguments): Promise<Outcome> {
  const address = addressOf(url);
  const token = world.variables[tokenEnv]?.trim() ?? '';
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new WrongArguments(`Put an API token into the environment variable ${tokenEnv}.`);
  }
  const headers = { Authorization: `Bearer ${token}` };
  const server = new StreamableHTTPClientTransport(address, {
    requestInit: { headers },
    reconnectionOptions,
  });
  // Not standard input itself, with whose end the SDK closes standard output as well.
  const input = new PassThrough();
  process.stdin.pipe(input, { end: false });
  const client = new StdioServerTransport(input, process.stdout);
  const ended = Promise.withResolvers<void>();
  const unanswered = new Unanswered();
  const complain = (error: Error) => world.writeError(`${sentenceOf(error, { address, tokenEnv })}\n`);

  server.onmessage = (message) => {
    const initialized = Initialized.safeParse(message);
    if (initialized.success) server.setProtocolVersion(initialized.data.result.protocolVersion);
    client
      .send(message)
      .catch(complain)
      .finally(() => unanswered.remove(message));
  };
  client.onmessage = async (message: JSONRPCMessage) => {
    unanswered.add(message);
    try {
      await server.send(message);
    } catch (error) {
      const known = error instanceof Error ? error : new Error(String(error));
      complain(known);
      const asked = Asked.safeParse(message);
      if (!asked.success) return;
      const answer = { code: -32_000, message: sentenceOf(known, { address, tokenEnv }) };
      await client.send({ jsonrpc: '2.0', id: asked.data.id, error: answer }).catch(complain);
      unanswered.remove(asked.data);
    }
  };
  client.onerror = complain;
  client.onclose = () => ended.resolve();
  process.stdin.once('end', () => ended.resolve());
  process.stdin.once('close', () => ended.resolve());
  await server.start();
  await client.start();
  await ended.promise;
  // A program that writes its messages and closes its end, as a pipe does, still reads. The last may be on its way.
  await setImmediate();
  await Promise.race([unanswered.none(), setTimeout(longestAnswerMs, undefined, { ref: false })]);
  await server.close();
  await client.close();
  return { lines: [], json: null };
}

/** The ids of the messages that have no answer yet. A stream of notifications has none, however long it is open. */
class Unanswered {
  readonly #ids = new Set<string | number>();
  #onNone = () => {};

  add(message: unknown): void {
    const asked = Asked.safeParse(message);
    if (asked.success && asked.data.method !== 'subscriptions/listen') this.#ids.add(asked.data.id);
  }

  remove(message: unknown): void {
    const answered = Answered.safeParse(message);
    if (answered.success) this.#ids.delete(answered.data.id);
    if (this.#ids.size === 0) this.#onNone();
  }

  /** Resolves when there are none. */
  none(): Promise<void> {
    return new Promise((resolve) => {
      this.#onNone = resolve;
      if (this.#ids.size === 0) resolve();
    });
  }
}

/** Throws `WrongArguments` where it is no address of a server. */
function addressOf(written: string): URL {
  const url = URL.parse(written);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new WrongArguments(
      '--url must be the address of a Promptory server, as https://promptory.example.org.',
    );
  }
  if (url.username !== '' || url.password !== '' || url.search !== '') {
    throw new WrongArguments('--url must have no password, no token and no query: they would be logged.');
  }
  if (!url.pathname.endsWith('/mcp')) url.pathname = `${url.pathname.replace(/\/$/, '')}/mcp`;
  return url;
}

function sentenceOf(error: Error, { address, tokenEnv }: { address: URL; tokenEnv: string }): string {
  const status = SdkHttpError.isInstance(error) ? error.status : undefined;
  if (status === 401 || error.name === 'UnauthorizedError') {
    return `${address.href} refuses the API token in ${tokenEnv}: it is wrong, has expired or was revoked.`;
  }
  if (status === 404 || status === 405) return `${address.href} is no address of MCP of a Promptory server.`;
  if (status === 429) return `${address.href} is asked too often: wait a moment.`;
  if (status !== undefined) return `${address.href} answered ${status}.`;
  const { cause } = error;
  if (error instanceof TypeError) {
    return `${address.href} does not answer${cause instanceof Error ? `: ${cause.message}` : ''}.`;
  }
  return `${error.message}.`;
}
