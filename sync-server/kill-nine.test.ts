/**
 * The server is killed in the middle of its work, again and again, on the same data folder: what it had
 * acknowledged is there afterwards, once, and the database is whole.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { ChangesPage, PushAnswer, type PushMutation } from '#shared/sync/wire.ts';
import { testRun } from '../e2e/test-run.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieAt, jsonRequest } from './testing/test-app.ts';

const { serverKills: kills, serverWriters: writers } = testRun;
const together = 5;

type Writer = {
  client: string;
  /** The next number; the mutations of an unanswered push are sent again under the same ones. */
  number: number;
  unanswered: PushMutation[];
  acknowledged: Map<number, string>;
};

function nextPush(writer: Writer): PushMutation[] {
  if (writer.unanswered.length > 0) return writer.unanswered;
  writer.unanswered = Array.from({ length: together }, () => {
    const number = writer.number++;
    const id = Number(writer.client.slice(1)) * 1_000_000 + number;
    const body = { id, title: `T${number}`, content: `${writer.client} wrote ${number}`, projectId: 5 };
    return { key: `${writer.client}:${number}`, method: 'POST', path: '/api/prompts', body };
  });
  return writer.unanswered;
}

/** Pushes until the server is gone. */
async function write(writer: Writer, address: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const mutations = nextPush(writer);
    let answer: unknown;
    try {
      const response = await fetch(`${address}/api/sync/push`, jsonRequest('POST', { mutations }, headers));
      answer = await response.json();
    } catch {
      return;
    }
    const { results } = PushAnswer.parse(answer);
    expect(results.map(({ status }) => status)).toEqual(mutations.map(() => 201));
    for (const { body } of mutations) {
      const { id, content } = Object(body);
      writer.acknowledged.set(id, content);
    }
    writer.unanswered = [];
  }
}

test(`killed ${kills} times under ${writers} writers, the server loses nothing that it acknowledged`, async () => {
  using folder = temporaryFolder();
  const team: Writer[] = Array.from({ length: writers }, (_, index) => ({
    client: `w${index + 1}`,
    number: 1,
    unanswered: [],
    acknowledged: new Map(),
  }));
  let Cookie = '';
  for (let kill = 0; kill < kills; kill += 1) {
    using server = spawnServer({ DATA_DIR: folder.path });
    const address = await server.ready;
    Cookie = Cookie === '' ? await signUp(address) : cookieAt(address, Cookie);
    const before = countOf(team);
    const writing = team.map((writer) => write(writer, address, { Cookie, Origin: address }));
    // Killed once every round has shown that it was at work, at a place in its stream that chance decides.
    await expect
      .poll(() => countOf(team), { interval: 1, timeout: 60_000 })
      .toBeGreaterThan(before + 10 + ((kill * 7) % 40));
    server.child.kill('SIGKILL');
    await Promise.all(writing);
    await server.ended;
  }

  using server = spawnServer({ DATA_DIR: folder.path });
  const address = await server.ready;
  const kept = await everything(address, cookieAt(address, Cookie));
  for (const { acknowledged } of team) {
    for (const [id, content] of acknowledged) expect(kept.get(id)).toBe(content);
  }
  expect(countOf(team)).toBeGreaterThan(kills * 10);
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  const database = new Database(join(folder.path, 'promptory.sqlite'));
  expect(database.pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  expect(database.pragma('foreign_key_check')).toEqual([]);
  database.close();
}, 3_600_000);

function countOf(team: readonly Writer[]): number {
  return team.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
}

async function signUp(address: string): Promise<string> {
  const registration = { displayName: 'Ada', username: 'ada', password: 'correct horse' };
  const headers = { Origin: address };
  const answer = await fetch(`${address}/api/register`, jsonRequest('POST', registration, headers));
  const Cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const project = jsonRequest('POST', { id: 5, name: 'P' }, { Cookie, ...headers });
  await fetch(`${address}/api/projects`, project);
  return Cookie;
}

/** By the change feed, which is how a device would read it: every number once, in order. */
async function everything(address: string, Cookie: string): Promise<Map<number, string>> {
  const kept = new Map<number, string>();
  let last = 0;
  for (let since = ''; ; ) {
    const answer = await fetch(`${address}/api/sync/changes?limit=500${since}`, { headers: { Cookie } });
    const page = ChangesPage.parse(await answer.json());
    for (const { type, id, seq, rev, row } of page.changes) {
      expect(seq).toBe(last + 1);
      expect(rev).toBe(1);
      last = seq;
      if (type === 'prompt') kept.set(Number(id), String(row?.content));
    }
    if (!page.more) return kept;
    since = `&since=${page.cursor}`;
  }
}
