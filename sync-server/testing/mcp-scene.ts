/** A library, its API tokens, and clients of MCP that use the real app by the official SDK. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ApiTokenRequest } from '#shared/model/account/api-token.ts';
import { restClient } from './rest-client.ts';
import { testApp } from './test-app.ts';

/** `legacy`: the revisions of 2025, with the handshake; `auto`: that of 2026-07-28, where the server has it. */
export type Revision = 'legacy' | 'auto';

export async function mcpScene() {
  const server = testApp();
  const rest = await restClient(server);
  const { id } = z.looseObject({ id: z.int() }).parse((await rest.get('/api/user')).body);
  const clients: Client[] = [];

  async function token(request: Partial<ApiTokenRequest> = {}, userId = id): Promise<string> {
    const rest = { name: 'a program', scope: 'write', projectId: null, expiresAt: null } as const;
    const user = { id: userId, username: '' };
    const made = await server.services.apiTokens.create({ user }, { ...rest, ...request });
    if (made.kind !== 'made') throw new Error(`no token was made: ${made.kind}`);
    return made.token;
  }

  async function connect(
    bearer: string,
    revision: Revision = 'legacy',
    onChange = () => {},
  ): Promise<Client> {
    const listChanged = { prompts: { onChanged: onChange, autoRefresh: false, debounceMs: 0 } };
    const client = new Client(
      { name: 'test', version: '1' },
      { versionNegotiation: { mode: revision }, listChanged },
    );
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      requestInit: { headers: { Authorization: `Bearer ${bearer}` } },
      fetch: async (url, init) => server.app.request(String(url), init),
    });
    await client.connect(transport);
    clients.push(client);
    return client;
  }

  return {
    ...{ server, rest, token, connect, id },
    async [Symbol.asyncDispose]() {
      for (const client of clients) await client.close();
      server[Symbol.dispose]();
    },
  };
}

/** Project 5 “Mail” with prompt 6 “Greeting”: versions 1 (production) and 2, and another current text. */
export async function mailScene() {
  const scene = await mcpScene();
  const { call } = scene.rest;
  await call('POST', '/api/projects', { id: 5, name: 'Mail' });
  await call('POST', '/api/prompts', { id: 6, title: 'Greeting', content: 'draft', projectId: 5 });
  await call('PUT', '/api/prompts/6', { id: 7, content: 'First {{name}}.', description: 'first' });
  await call('PUT', '/api/prompts/6', { id: 8, content: 'Second {{name}}.', description: 'second' });
  const content = 'Hello {{name}}, {{tone | select: warm, plain | default: plain}}.';
  await call('PATCH', '/api/prompts/6/content', { content });
  await call('PUT', '/api/pull/5/6/labels/production', { version: 1 });
  return scene;
}
