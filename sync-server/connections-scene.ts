import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionBounds } from './connections.ts';
import { runServer } from './running-server.ts';
import type { TestApp } from './testing/test-app.ts';
import { fileClient } from './testing/upload-requests.ts';

export const patient = { timeout: 60_000 };

export async function listening(server: TestApp, bounds?: ConnectionBounds) {
  const running = await runServer({
    app: server.app,
    host: '127.0.0.1',
    port: 0,
    // Far beyond any test: what ends before it does not end because of it.
    drainMs: 1_000_000,
    ...(bounds === undefined ? {} : { bounds }),
  });
  const client = await fileClient(server);
  const head = (method: string, path: string, headers: Record<string, string>) =>
    [
      `${method} ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Cookie: ${client.cookie}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '\r\n',
    ].join('\r\n');
  const temporary = () => filesIn(join(server.dataFolder, 'files', 'temporary'));
  return { ...running, ...client, head, temporary };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
export const json = { 'Content-Type': 'application/json' };
