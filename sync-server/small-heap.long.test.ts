/**
 * A server with a small heap and an account that fills most of it: whatever is asked for, it stays alive. A full run has
 * a heap of 256 MB and 200 MB of text, the gate a quarter of both.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { PushAnswer } from '#shared/sync/wire.ts';
import { testRun } from '../e2e/test-run.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieAt, jsonRequest } from './testing/test-app.ts';

const megabyte = 1024 * 1024;
const texts = testRun.isFull ? 100 : 25;
const heap = testRun.isFull ? 256 : 64;

/** Project 1 with so many prompts of 1 MB; the first of them has as many versions of 1 MB. */
function fill(file: string): void {
  const database = new Database(file);
  // Letters that take two bytes in UTF-8 and two in memory, so that no text is held as Latin-1.
  const text = `needle ${'ж'.repeat(megabyte / 2 - 4)}`;
  const numbers = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${texts})`;
  database.exec(`INSERT INTO projects (user_id, id, name, color, created_at, rev, seq, device, changed_at)
    SELECT id, 1, 'P', 'red', '2026', 1, 1, '', 0 FROM users`);
  database
    .prepare(`${numbers} INSERT INTO prompts (user_id, id, project_id, title, content, notes, created_at,
        last_version, rev, seq, device, changed_at)
      SELECT users.id, n, 1, 'T', ?, '', '2026', 0, 1, 1 + n, '', 0 FROM users, n`)
    .run(text);
  database
    .prepare(`${numbers} INSERT INTO versions (user_id, id, prompt_id, version, content, description,
        created_at, rev, seq, device, changed_at)
      SELECT users.id, n, 1, n, ?, 'd', '2026', 1, 1 + ${texts} + n, '', 0 FROM users, n`)
    .run(text);
  database.exec(`UPDATE users SET next_seq = ${1 + 2 * texts}`);
  database.close();
}

/** Reads an answer as it comes in; returns how many bytes it was. */
async function sizeOf(answer: Response): Promise<number> {
  let bytes = 0;
  if (answer.body !== null) for await (const part of answer.body) bytes += part.byteLength;
  expect(answer.status).toBe(200);
  return bytes;
}

test('a server with a small heap answers searches, lists, the feed and pushes of a large account', async () => {
  using folder = temporaryFolder();
  const variables = { DATA_DIR: folder.path, NODE_OPTIONS: `--max-old-space-size=${heap}` };
  let Cookie = '';
  {
    using server = spawnServer(variables);
    const address = await server.ready;
    const registration = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
    const answer = await fetch(
      `${address}/api/register`,
      jsonRequest('POST', registration, { Origin: address }),
    );
    Cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    server.child.kill('SIGTERM');
    await server.ended;
  }
  fill(join(folder.path, 'promptory.sqlite'));

  using server = spawnServer(variables);
  const address = await server.ready;
  Cookie = cookieAt(address, Cookie);
  const headers = { Cookie, Origin: address };
  const get = (path: string) => fetch(`${address}${path}`, { headers: { Cookie } });
  const read = async (path: string) => sizeOf(await get(path));
  // Two of each at once: what one answer holds, the others hold as well.
  const sizes = await Promise.all(
    ['/api/search?q=needle', '/api/projects/1/prompts', '/api/prompts/1/versions'].flatMap((path) =>
      [1, 2].map(() => read(path)),
    ),
  );
  for (const size of sizes) expect(size).toBeGreaterThan(texts * megabyte * 0.99);
  expect(await read('/api/search?q=nowhere')).toBe('{"prompts":[]}'.length);

  let changes = 0;
  for (let since = ''; ; ) {
    const page = Object(await (await get(`/api/sync/changes?limit=500${since}`)).json());
    changes += page.changes.length;
    if (!page.more) break;
    since = `&since=${page.cursor}`;
  }
  expect(changes).toBe(1 + 2 * texts);

  // Small changes of large rows, answered with the rows: the first ones with theirs, the others without.
  const mutations = Array.from({ length: 100 }, (_, index) => ({
    key: `c1:${index + 1}`,
    method: 'PATCH',
    path: `/api/prompts/${(index % texts) + 1}`,
    body: { title: `T${index}` },
  }));
  const answer = await fetch(`${address}/api/sync/push`, jsonRequest('POST', { mutations }, headers));
  const { results } = PushAnswer.parse(await answer.json());
  expect(results.every(({ status }) => status === 200)).toBe(true);
  expect(results[0]).toMatchObject({ body: { title: 'T0' } });
  expect(results.at(-1)?.body).toBeUndefined();

  const deletion = await fetch(`${address}/api/projects/1`, { method: 'DELETE', headers });
  expect(deletion.status).toBe(200);
  expect(await (await get('/api/projects')).json()).toEqual([]);
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
}, 300_000);
