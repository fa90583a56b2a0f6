import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

/** A program is run where its tool is on this machine; Node always is. */
export const tools = [
  { language: 'curl', command: ['sh'], needs: 'curl', file: 'pull.sh' },
  { language: 'Python', command: ['python3'], needs: 'python3', file: 'pull.py' },
  {
    language: 'TypeScript',
    command: [process.execPath, '--no-warnings'],
    needs: process.execPath,
    file: 'pull.mts',
  },
] as const;
export const here = tools.filter(({ needs }) => spawnSync(needs, ['--version']).error === undefined);
const missing = tools.filter((tool) => !here.includes(tool)).map(({ needs }) => needs);

export const title = "Grüße & “more” $(x) `y` ' ?#+";
export const written = '--- system ---\nKind, “brief”\r\n\n--- user ---\n{{name}} 😀\n\n';

/** Starts a server with a library for the tests of one file; it ends with them. */
export function clientCodeScene() {
  if (missing.length > 0)
    console.error(`NOT RUN: the programs that need ${missing.join(' and ')}, which is not here.`);
  const folder = temporaryFolder();
  const server = spawnServer({ DATA_DIR: folder.path, BASE_PATH: '/tools/' });
  afterAll(async () => {
    server.child.kill('SIGKILL');
    await server.ended;
    folder[Symbol.dispose]();
  });
  return { server, made: library(server.ready) };
}

async function library(ready: Promise<string>) {
  const address = `${(await ready).replace(/\/$/, '')}/`;
  const root = address.endsWith('/tools/') ? address : `${address}tools/`;
  const headers: Record<string, string> = {
    Origin: new URL(root).origin,
    'Content-Type': 'application/json',
  };
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(`${root}api/${path}`, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const account = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
  headers.Cookie = (await send('POST', 'register', account)).headers.get('Set-Cookie')?.split(';')[0] ?? '';
  await send('POST', 'projects', { id: 5, name: 'Mail' });
  for (const [id, name] of [
    [6, title],
    [8, 'Greeting'],
  ] as const) {
    await send('POST', 'prompts', { id, title: name, content: 'draft', projectId: 5 });
    await send('PUT', `prompts/${id}`, { content: written, description: '' });
    await send('PUT', `pull/5/${id}/labels/production`, { version: 1 });
  }
  const { token } = await (await send('POST', 'tokens', { name: 'ci', scope: 'read' })).json();
  return { root, send, token: String(token) };
}

export async function run(
  { command, file }: (typeof tools)[number],
  program: string,
  { token, cache, keepsIn = join(cache, 'cache') }: { token: string; cache: string; keepsIn?: string },
) {
  const path = join(cache, file);
  writeFileSync(path, program);
  const [name, ...args] = command;
  const child = spawn(name, [...args, path], {
    env: { PATH: process.env.PATH, XDG_CACHE_HOME: keepsIn, PROMPTORY_TOKEN: token },
  });
  const ended = once(child, 'close');
  const [out, err] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  return { code: (await ended)[0], out, err };
}
