/**
 * `mcp --url`: carries messages of MCP between standard input and output and a server's `/mcp`, for programs that start
 * their servers themselves. Standard output has nothing but messages; sentences go to standard error.
 */
import {
  type JSONRPCMessage,
  SdkHttpError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import type { Outcome, World } from './world.ts';
import { WrongArguments } from './world.ts';

export type McpArguments = { url: string; tokenEnv: string };

const Initialized = z.object({ result: z.looseObject({ protocolVersion: z.string() }) });
const Asked = z.object({ id: z.union([z.string(), z.number()]), method: z.string() });

/** The stream of notifications is opened again for as long as the program runs. */
const reconnectionOptions = {
  ...{ initialReconnectionDelay: 1_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 2 },
  maxRetries: Number.MAX_SAFE_INTEGER,
};

/** Ends when standard input does. */
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
  const client = new StdioServerTransport();
  const ended = Promise.withResolvers<void>();
  const complain = (error: Error) => world.writeError(`${sentenceOf(error, { address, tokenEnv })}\n`);

  server.onmessage = (message) => {
    const initialized = Initialized.safeParse(message);
    if (initialized.success) server.setProtocolVersion(initialized.data.result.protocolVersion);
    client.send(message).catch(complain);
  };
  client.onmessage = async (message: JSONRPCMessage) => {
    try {
      await server.send(message);
    } catch (error) {
      const known = error instanceof Error ? error : new Error(String(error));
      complain(known);
      const asked = Asked.safeParse(message);
      if (!asked.success) return;
      const answer = { code: -32_000, message: sentenceOf(known, { address, tokenEnv }) };
      await client.send({ jsonrpc: '2.0', id: asked.data.id, error: answer });
    }
  };
  client.onerror = complain;
  client.onclose = () => ended.resolve();
  process.stdin.once('end', () => ended.resolve());
  process.stdin.once('close', () => ended.resolve());
  await server.start();
  await client.start();
  await ended.promise;
  await server.close();
  await client.close();
  return { lines: [], json: null };
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
