/** Runs the programs of "Use in code" and of README as they are, against the real server, and after it has gone. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { clientCode, type PulledText } from '#shared/text/client-code.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

/** A program is run where its tool is on this machine; Node always is. */
const tools = [
  { language: 'curl', command: ['sh'], needs: 'curl', file: 'pull.sh' },
  { language: 'Python', command: ['python3'], needs: 'python3', file: 'pull.py' },
  {
    language: 'TypeScript',
    command: [process.execPath, '--no-warnings'],
    needs: process.execPath,
    file: 'pull.mts',
  },
] as const;
const here = tools.filter(({ needs }) => spawnSync(needs, ['--version']).error === undefined);
const missing = tools.filter((tool) => !here.includes(tool)).map(({ needs }) => needs);
if (missing.length > 0)
  console.error(`NOT RUN: the programs that need ${missing.join(' and ')}, which is not here.`);

const title = "Grüße & “more” $(x) `y` ' ?#+";
const written = '--- system ---\nKind, “brief”\r\n\n--- user ---\n{{name}} 😀\n\n';

const folder = temporaryFolder();
const server = spawnServer({ DATA_DIR: folder.path, BASE_PATH: '/tools/' });
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  folder[Symbol.dispose]();
});

async function library() {
  const address = `${(await server.ready).replace(/\/$/, '')}/`;
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

const made = library();

async function run(
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

test.each(here)(
  'the program for $language gives the text at each pin, and what is refused in words',
  async (tool) => {
    const { root, send, token } = await made;
    using cache = temporaryFolder();
    const at = { token, cache: cache.path };
    const text: PulledText = { server: root, project: 'Mail', prompt: title, pin: { label: 'production' } };
    const program = clientCode(tool.language, text);
    const gone = clientCode(tool.language, { ...text, server: 'http://127.0.0.1:1/' });
    expect(await run(tool, gone, at)).toMatchObject({ code: 1, out: '' });
    expect(await run(tool, program, at)).toEqual({ code: 0, out: written, err: '' });
    expect(await run(tool, program, at)).toEqual({ code: 0, out: written, err: '' });

    const refused = await run(tool, program, { ...at, token: 'pty_wrong' });
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining('invalid_token') });

    const newer = `new for ${tool.language}`;
    await send('PUT', 'prompts/6', { content: newer, description: '' });
    const latest = clientCode(tool.language, { ...text, pin: { label: 'latest' } });
    expect(await run(tool, latest, at)).toMatchObject({ out: newer });
    const numbered = clientCode(tool.language, {
      server: root,
      project: '5',
      prompt: '6',
      pin: { version: 1 },
    });
    expect(await run(tool, numbered, at)).toMatchObject({ out: written });
    const unknown = clientCode(tool.language, { ...text, pin: { label: 'nowhere' } });
    expect(await run(tool, unknown, at)).toMatchObject({
      code: 1,
      err: expect.stringContaining('production'),
    });
  },
);

test.each(here)('the program for $language gives the text where it can keep nothing', async (tool) => {
  const { root, token } = await made;
  using cache = temporaryFolder();
  const text: PulledText = {
    server: root,
    project: 'Mail',
    prompt: 'Greeting',
    pin: { label: 'production' },
  };
  const at = { token, cache: cache.path, keepsIn: '/dev/null' };
  for (const _ of [1, 2]) {
    expect(await run(tool, clientCode(tool.language, text), at)).toEqual({ code: 0, out: written, err: '' });
  }
  const refused = await run(tool, clientCode(tool.language, text), { ...at, token: 'pty_wrong' });
  expect([refused.code === 0, refused.out]).toEqual([false, '']);
});

test.each(here)(
  'the program for $language gives the text, new and kept, where a proxy removes the ETag',
  async (tool) => {
    const { root, token } = await made;
    using cache = temporaryFolder();
    let isAway = false;
    const proxy = createServer(async (request, answer) => {
      if (isAway) return answer.writeHead(502).end();
      const passed = await fetch(new URL(request.url ?? '', root), {
        headers: { authorization: `Bearer ${token}` },
      });
      answer.writeHead(passed.status, { 'Content-Type': 'text/plain' }).end(await passed.text());
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const address = z.object({ port: z.int() }).parse(proxy.address());
    const server = new URL(new URL(root).pathname, `http://127.0.0.1:${address.port}`).href;
    const program = clientCode(tool.language, {
      server,
      project: 'Mail',
      prompt: 'Greeting',
      pin: { label: 'production' },
    });
    const at = { token, cache: cache.path };
    for (const _ of [1, 2]) expect(await run(tool, program, at)).toEqual({ code: 0, out: written, err: '' });
    isAway = true;
    expect(await run(tool, program, at)).toMatchObject({ code: 0, out: written });
    proxy.close();
  },
);

/** The blocks of a section of README, by the language of their fence. */
function readmePrograms(): Map<string, string> {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const section = readme.split('\n## Use your prompts from code\n')[1]?.split('\n## ')[0] ?? '';
  const blocks = section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, language = '', program = '']) => [language, program]));
}

const fences = { curl: 'sh', Python: 'python', TypeScript: 'ts' } as const;

test.each(here)(
  'the program for $language in README is the one of the app, and gives the text',
  async (tool) => {
    const { root, token } = await made;
    using cache = temporaryFolder();
    const shown = readmePrograms().get(fences[tool.language]) ?? '';
    const text = { project: 'Mail', prompt: 'Greeting', pin: { label: 'production' } };
    const inReadme = 'http://127.0.0.1:8787/';
    expect(shown).toBe(clientCode(tool.language, { ...text, server: inReadme }));
    const own = shown.replace(inReadme, root);
    expect(await run(tool, own, { token, cache: cache.path })).toEqual({ code: 0, out: written, err: '' });
  },
);

test('each program goes on with the last text after the server has ended', async () => {
  const { root, token } = await made;
  using cache = temporaryFolder();
  const text: PulledText = {
    server: root,
    project: 'Mail',
    prompt: 'Greeting',
    pin: { label: 'production' },
  };
  const runAll = async () => {
    const programs = here.map((tool) =>
      run(tool, clientCode(tool.language, text), { token, cache: cache.path }),
    );
    return (await Promise.all(programs)).map(({ code, out }) => ({ code, out }));
  };
  const all = here.map(() => ({ code: 0, out: written }));
  expect(await runAll()).toEqual(all);
  server.child.kill('SIGTERM');
  await server.ended;
  expect(await runAll()).toEqual(all);
});
