/** A library with one prompt that programs pull, and requests about it. */

import type { PortionSize } from '../../storage/ports/library-port.ts';
import { jsonRequest, registered, type TestApp, testApp } from '../../testing/test-app.ts';

type Answer = { status: number; body: string; json: unknown; headers: Headers };
export type Library = {
  server: TestApp;
  /** `path` is what follows `/api/`. */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  [Symbol.dispose](): void;
};

export async function emptyLibrary(portion?: PortionSize): Promise<Library> {
  const server = testApp({ outside: { portion } });
  const Cookie = await registered(server.app, 'ada');
  const send: Library['send'] = async (method, path, body, headers = {}) => {
    const sent = body === undefined ? { method, headers: {} } : jsonRequest(method, body);
    const answer = await server.app.request(`/api/${path}`, {
      ...sent,
      headers: { ...sent.headers, Cookie, ...headers },
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get('Content-Type') ?? '');
    return {
      status: answer.status,
      body: text,
      json: isJson ? JSON.parse(text) : undefined,
      headers: answer.headers,
    };
  };
  return { server, send, [Symbol.dispose]: () => server[Symbol.dispose]() };
}

export const greeting = 'Hello {{name | default: you}}, {{tone | select: warm, plain}} as of {{day | date}}.';
export const now = 'Hello {{name}}, now.';
/** Its address below `/api/`. */
export const at = 'pull/Mail/Greeting';

/** Project 5 “Mail” with prompt 6 “Greeting”: versions 1 (production) and 2, and another current text. */
export async function mailLibrary(portion?: PortionSize): Promise<Library> {
  const library = await emptyLibrary(portion);
  const { send } = library;
  await send('POST', 'projects', { id: 5, name: 'Mail' });
  await send('POST', 'prompts', { id: 6, title: 'Greeting', content: 'draft', projectId: 5 });
  await send('PUT', 'prompts/6', { id: 7, content: greeting, description: 'first' });
  await send('PUT', 'prompts/6', { id: 8, content: 'Good day {{name}}.', description: 'second' });
  await send('PATCH', 'prompts/6/content', { content: now });
  const moved = { label: 'production', versionId: 7, from: null, device: '' };
  await send('PATCH', 'prompts/6/attributes', { labels: [moved] });
  return library;
}
