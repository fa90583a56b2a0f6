/** A client of the official SDK starts the real command line tool, which carries its messages to the real server. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { programPath } from '../../testing/program-path.ts';
import { runPromptory, spawnPromptory } from '../../testing/run-promptory.ts';
import { spawnServer } from '../../testing/spawned-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

const folder = temporaryFolder();
const server = spawnServer({ DATA_DIR: folder.path });
afterAll(async () => {
  server.child.kill('SIGKILL');
  await server.ended;
  folder[Symbol.dispose]();
});

async function startClient(url: string, token: string, onChange = () => {}) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programPath('promptory'), 'mcp', '--url', url],
    env: { PROMPTORY_TOKEN: token },
    stderr: 'pipe',
  });
  let complaints = '';
  transport.stderr?.on('data', (text) => {
    complaints += text;
  });
  const listChanged = { prompts: { onChanged: onChange, autoRefresh: false, debounceMs: 0 } };
  const client = new Client({ name: 'test', version: '1' }, { listChanged });
  return { client, transport, complaints: () => complaints };
}

test('prompts are listed and filled over stdio, a change is notified, and a pipe is answered to its end', async () => {
  const url = await server.ready;
  const headers: Record<string, string> = { Origin: new URL(url).origin, 'Content-Type': 'application/json' };
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await fetch(new URL(`/api/${path}`, url), { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
  const account = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
  headers.Cookie = (await send('POST', 'register', account)).headers.get('Set-Cookie')?.split(';')[0] ?? '';
  await send('POST', 'projects', { id: 5, name: 'Mail' });
  await send('POST', 'prompts', { id: 6, title: 'Greeting', content: 'Hello {{name}}.', projectId: 5 });
  const made: unknown = await (await send('POST', 'tokens', { name: 'T', scope: 'read' })).json();
  const { token } = z.looseObject({ token: z.string() }).parse(made);

  const piped = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const input = [piped, { ...piped, id: 2, method: 'none' }]
    .map((each) => `${JSON.stringify(each)}\n`)
    .join('');
  const ended = await spawnPromptory({ PROMPTORY_TOKEN: token }, ['mcp', '--url', url], { input });
  expect(ended).toMatchObject({ code: 0, err: '' });
  const answers = ended.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers.toSorted((a, b) => a.id - b.id)).toMatchObject([
    { id: 1, result: {} },
    { id: 2, error: { code: -32601 } },
  ]);

  const changed = Promise.withResolvers<void>();
  const { client, transport, complaints } = await startClient(url, token, () => changed.resolve());
  await client.connect(transport);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['Mail/Greeting']);
  const filled = await client.getPrompt({ name: 'Mail/Greeting', arguments: { name: 'Ada' } });
  expect(filled.messages).toMatchObject([{ content: { text: 'Hello Ada.' } }]);
  await expect(client.getPrompt({ name: 'Mail/Greeting' })).rejects.toThrow(
    'neither a value nor a default: name',
  );
  const streams = async () =>
    /event_streams (\d+)$/m.exec(await (await fetch(new URL('/metrics', url))).text())?.[1];
  await expect.poll(streams).toBe('1');
  await send('PATCH', 'prompts/6', { title: 'Salute' });
  await changed.promise;
  expect(complaints()).toBe('');
  await client.close();

  const refused = await startClient(url, 'pty_0');
  await expect(refused.client.connect(refused.transport)).rejects.toThrow(
    'refuses the API token in PROMPTORY_TOKEN',
  );
  await refused.client.close();
  const away = await startClient('http://127.0.0.1:9', token);
  await expect(away.client.connect(away.transport)).rejects.toThrow('http://127.0.0.1:9/mcp does not answer');
  await away.client.close();
});

test.each([
  ['no address', ['--url', 'nowhere'], { PROMPTORY_TOKEN: 'pty_0' }, '--url must be the address'],
  [
    'a password in the address',
    ['--url', 'http://a:b@c'],
    { PROMPTORY_TOKEN: 'pty_0' },
    'must have no password',
  ],
  ['no token', ['--url', 'http://a'], {}, 'Put an API token into the environment variable PROMPTORY_TOKEN.'],
])('%s is refused by a sentence', async (_, args, variables, sentence) => {
  const { code, out, err } = await runPromptory(variables, ['mcp', ...args]);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(sentence);
});
