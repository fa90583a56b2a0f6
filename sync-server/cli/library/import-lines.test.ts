import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../storage/sqlite/open-database.ts';
import { runPromptory, spawnPromptory } from '../../testing/run-promptory.ts';
import { spawnServer } from '../../testing/spawned-server.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { jsonRequest } from '../../testing/test-app.ts';

const line = (title: unknown, ...versions: unknown[]) => JSON.stringify({ title, versions });
const long = `A very long title, ${'much '.repeat(20)}too long for a tab`;

const lines = [
  line('Linux Terminal', 'current only, with a tail \r\n\t '),
  line('Three texts', 'first', 'second', 'third {name} 🧵'),
  '{"title": "not JSON',
  '',
  line('', 'no title'),
  line('No texts'),
  line(7, 'a number for a title'),
  line('Half a pair', '\ud800'),
  line('A null', 'one\0two'),
  line(long, 'x'),
  line('Twice', 'same'),
  line('Twice', 'same'),
  line('A blank before', ' ', 'words'),
];

test('a file of prompts is imported beside a running server, byte for byte, and only once', async () => {
  using folder = temporaryFolder();
  const dataFolder = join(folder.path, 'data');
  using server = spawnServer({ DATA_DIR: dataFolder });
  const address = await server.ready;
  const registration = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
  const signedUp = await fetch(`${address}/api/register`, {
    ...jsonRequest('POST', registration, { Origin: address }),
  });
  const Cookie = signedUp.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const get = async (path: string) => (await fetch(`${address}${path}`, { headers: { Cookie } })).json();
  const file = join(folder.path, 'my prompts.jsonl');
  const bytes = Buffer.concat([
    Buffer.from(`\ufeff${lines.join('\n')}\n`),
    Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
    Buffer.from(line('Last', 'without a line end')),
  ]);
  writeFileSync(file, bytes);

  const first = await spawnPromptory({ DATA_DIR: dataFolder }, ['import', '--user', 'ADA', file]);
  expect(first.out).toBe('7 new, 0 changed, 0 unchanged, 7 refused.\n');
  expect(first.code).toBe(1);
  const named = [...first.err.matchAll(/^my prompts\.jsonl:(\d+): .+$/gm)].map(([, number]) =>
    Number(number),
  );
  expect(named).toEqual([3, 5, 6, 7, 8, 9, 14]);
  expect(first.err).toContain('my prompts.jsonl:9: The text holds the character U+0000');

  const [project] = await get('/api/projects');
  expect(project).toMatchObject({ name: 'my prompts', color: 'indigo' });
  const prompts = await get(`/api/projects/${project.id}/prompts`);
  const title = expect.stringMatching(/^A very long title.{1,31}…$/);
  expect(prompts.map(({ title, content }: Record<string, string>) => [title, content])).toEqual([
    ['Linux Terminal', 'current only, with a tail \r\n\t '],
    ['Three texts', 'third {name} 🧵'],
    [title, 'x'],
    ['Twice', 'same'],
    ['Twice', 'same'],
    ['A blank before', 'words'],
    ['Last', 'without a line end'],
  ]);
  expect(JSON.parse(prompts[2].notes)).toMatchObject([{ content: long }]);
  expect(await get(`/api/prompts/${prompts[1].id}/versions`)).toMatchObject([
    { version: 2, content: 'second' },
    { version: 1, content: 'first' },
  ]);

  // What a person did with it since is left alone.
  const headers = { Cookie, Origin: address };
  await fetch(`${address}/api/prompts/${prompts[0].id}`, { method: 'DELETE', headers });
  await fetch(`${address}/api/prompts/${prompts[3].id}`, jsonRequest('PATCH', { title: 'Renamed' }, headers));
  const second = await spawnPromptory({ DATA_DIR: dataFolder }, ['import', '--user', 'ada', file]);
  expect(second.out).toBe('0 new, 0 changed, 7 unchanged, 7 refused.\n');
  expect(await get(`/api/projects/${project.id}/prompts`)).toHaveLength(6);
});

test.each([
  ['no user', ['x.jsonl'], "Required option '--user <name>' not specified."],
  ['no file', ['--user', 'ada'], "Missing required argument 'file'."],
  ['an unknown option', ['--all', '--user', 'ada', 'x.jsonl'], "Unknown option '--all'."],
])('an import with %s ends with one sentence', async (_, args, sentence) => {
  using folder = temporaryFolder();
  const ended = await runPromptory({ DATA_DIR: folder.path }, ['import', ...args]);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toContain(sentence);
});

test('an import for an unknown user adds nothing and names the user', async () => {
  using folder = temporaryFolder();
  openDatabase({ file: join(folder.path, 'promptory.sqlite'), now: Date.now }).close();
  const file = join(folder.path, 'x.jsonl');
  writeFileSync(file, lines.join('\n'));
  const ended = await runPromptory({ DATA_DIR: folder.path }, ['import', '--user', 'nobody', file]);
  expect(ended).toMatchObject({ code: 2, out: '' });
  expect(ended.err).toMatch(/^There is no user named nobody in .+\.\n$/);
});
