/**
 * The server is killed in the middle of large deletions: what it had decided is done by the next one, once, with
 * the same numbers, and what had not reached it is done when it is sent again.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ChangesPage, PushAnswer } from '#shared/sync/wire.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieAt, jsonRequest } from './testing/test-app.ts';

const prompts = 600;
const versions = 4;
const inside = prompts * (1 + versions);

/** Projects of 600 prompts with four versions each, written straight into the tables of a server that is not there. */
function fill(file: string, projects: number): void {
  const database = new Database(file);
  const numbers = (count: number) =>
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`;
  database.transaction(() => {
    for (let project = 1; project <= projects; project += 1) {
      const first = (project - 1) * (1 + inside);
      database.exec(`INSERT INTO projects (user_id, id, name, color, created_at, rev, seq, device, changed_at)
        SELECT id, ${project}, 'P', 'red', '2026', 1, ${first + 1}, '', 0 FROM users`);
      database.exec(`${numbers(prompts)} INSERT INTO prompts (user_id, id, project_id, title, content, notes,
          created_at, last_version, rev, seq, device, changed_at)
        SELECT users.id, ${project * 10_000} + n, ${project}, 'T', 'text', '', '2026', ${versions}, 1,
          ${first + 1} + n, '', 0 FROM users, n`);
      database.exec(`${numbers(versions)} INSERT INTO versions (user_id, id, prompt_id, version, content,
          description, created_at, rev, seq, device, changed_at)
        SELECT prompts.user_id, prompts.id * 10 + n, prompts.id, n, 'v', 'd', '2026', 1,
          ${first + 1 + prompts} + (prompts.id - ${project * 10_000} - 1) * ${versions} + n, '', 0
        FROM prompts, n WHERE prompts.project_id = ${project}`);
    }
    database.exec(`UPDATE users SET next_seq = ${projects * (1 + inside)}`);
  })();
  database.close();
}

const remaining = (file: string): unknown => {
  const database = new Database(file, { readonly: true });
  const found = database
    .prepare(
      'SELECT (SELECT count(*) FROM bulk_changes), (SELECT count(*) FROM prompts WHERE deleted_at IS NULL)',
    )
    .raw()
    .get();
  database.close();
  return found;
};

test('killed in the middle of large deletions, the next server ends them, each once and whole', async () => {
  using folder = temporaryFolder();
  const file = join(folder.path, 'promptory.sqlite');
  const projects = 6;
  let Cookie = '';
  {
    using server = spawnServer({ DATA_DIR: folder.path });
    const address = await server.ready;
    const registration = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
    const Origin = { Origin: address };
    const answer = await fetch(`${address}/api/register`, jsonRequest('POST', registration, Origin));
    Cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    server.child.kill('SIGTERM');
    await server.ended;
  }
  fill(file, projects);

  let inTheMiddle = 0;
  for (let project = 1; project <= projects; project += 1) {
    using server = spawnServer({ DATA_DIR: folder.path });
    const address = await server.ready;
    const deletion = { key: `c1:${project}`, method: 'DELETE', path: `/api/projects/${project}` };
    const headers = { Cookie: cookieAt(address, Cookie), Origin: address };
    const pushing = fetch(
      `${address}/api/sync/push`,
      jsonRequest('POST', { mutations: [deletion] }, headers),
    );
    // Its answer is lost, whether the server was about to give it or not.
    pushing.catch(() => {});
    // At a place that chance decides: as soon as it has begun, or some portions later.
    const left = prompts * (projects - project + 1);
    await expect
      .poll(() => Number(Object(remaining(file))[1]), { interval: 1, timeout: 60_000 })
      .toBeLessThan(left - project * 20);
    server.child.kill('SIGKILL');
    await server.ended;
    await Promise.allSettled([pushing]);
    if (Number(Object(remaining(file))[0]) === 1) inTheMiddle += 1;
  }
  expect(inTheMiddle).toBeGreaterThan(0);

  using server = spawnServer({ DATA_DIR: folder.path });
  const address = await server.ready;
  Cookie = cookieAt(address, Cookie);
  const headers = { Cookie, Origin: address };
  const mutations = Array.from({ length: projects }, (_, index) => ({
    key: `c1:${index + 1}`,
    method: 'DELETE',
    path: `/api/projects/${index + 1}`,
  }));
  const answer = await fetch(`${address}/api/sync/push`, jsonRequest('POST', { mutations }, headers));
  const { results, seq } = PushAnswer.parse(await answer.json());
  expect(results.map(({ status, rev }) => [status, rev])).toEqual(mutations.map(() => [200, 2]));
  expect(seq).toBe(2 * projects * (1 + inside));
  expect(await feed(address, Cookie)).toEqual({ tombstones: projects * (1 + inside), last: seq });
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(remaining(file)).toEqual([0, 0]);
  const database = new Database(file);
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  database.close();
}, 300_000);

/** Every number once and in order, each row deleted once. */
async function feed(address: string, Cookie: string): Promise<{ tombstones: number; last: number }> {
  let tombstones = 0;
  let last = 0;
  for (let since = ''; ; ) {
    const answer = await fetch(`${address}/api/sync/changes?limit=500${since}`, { headers: { Cookie } });
    const page = ChangesPage.parse(await answer.json());
    for (const { seq, rev, deleted } of page.changes) {
      if (last > 0) expect(seq).toBe(last + 1);
      expect([rev, deleted]).toEqual([2, true]);
      last = seq;
      tombstones += 1;
    }
    if (!page.more) return { tombstones, last };
    since = `&since=${page.cursor}`;
  }
}
