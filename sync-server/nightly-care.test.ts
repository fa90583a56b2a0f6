/** Tests what a server does each night: inspection, room given back, backups. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';
import { createServerLog } from './log/server-log.ts';
import { createServerMetrics } from './metrics/server-metrics.ts';
import { createOwnCare } from './own-care.ts';
import { createNightlyCare } from './services/operation/nightly-care.ts';
import { rotateBackups } from './storage/backup/rotate-backups.ts';
import { createSingleNode } from './storage/memory/single-node.ts';
import type { DoOnce } from './storage/ports/nodes-port.ts';
import { restClient } from './testing/rest-client.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { testApp } from './testing/test-app.ts';

const hour = 60 * 60 * 1000;
const noon = new Date(2026, 0, 1, 12).getTime();

function careAt(
  start: number,
  work: { inspect?: () => Promise<[]>; backUp?: () => Promise<void>; once?: DoOnce } = {},
) {
  const clock = { at: start };
  const done: string[] = [];
  const errors: string[] = [];
  const care = createNightlyCare({
    inspect: async () => [],
    shrink: async () => 0,
    backUp: async () => {},
    once: createSingleNode().once,
    onDone: (task) => done.push(task),
    warn: () => {},
    reportError: ({ message }) => errors.push(message),
    now: () => clock.at,
    ...work,
  });
  return { clock, done, errors, care };
}

test('the care is done once a night, after three, whatever the clock does in between', async () => {
  const { clock, done, care } = careAt(noon);
  const at = async (hours: number) => {
    clock.at = noon + hours * hour;
    done.length = 0;
    await care.tick();
    return done.length;
  };
  expect(await at(0)).toBe(0);
  expect(await at(14.9)).toBe(0);
  expect(await at(15.1)).toBe(3);
  expect(await at(15.2)).toBe(0);
  expect(await at(38)).toBe(0);
  expect(await at(39.1)).toBe(3);
  // Set back by a year, and forward again: once for each night that it shows.
  expect(await at(39.1 - 365 * 24)).toBe(3);
  expect(await at(39.2 - 365 * 24)).toBe(0);
  expect(await at(39.2)).toBe(3);
});

test('a part that fails is reported, and the others are done', async () => {
  const inspect = () => Promise.reject(new Error('no inspection'));
  const { clock, done, errors, care } = careAt(noon, { inspect });
  clock.at += 24 * hour;
  await care.tick();
  expect([done, errors]).toEqual([['shrinking', 'backup'], ['no inspection']]);
});

test('a tick during the work of the same night does nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<[]>();
  const { clock, done, care } = careAt(noon, { inspect: () => promise });
  clock.at += 24 * hour;
  const first = care.tick();
  clock.at += 24 * hour;
  await care.tick();
  expect(done).toEqual([]);
  resolve([]);
  await first;
  expect(done).toEqual(['inspection', 'shrinking', 'backup']);
});

test('of nodes that have one database one does the care; another looks again until it is done', async () => {
  const asked: { since: number; at: number }[] = [];
  const answers: ('busy' | 'away' | 'done_before')[] = ['busy', 'away', 'done_before'];
  const { clock, done, errors, care } = careAt(noon, {
    async once({ since, at }) {
      asked.push({ since, at });
      const answer = answers.shift();
      if (answer === undefined || answer === 'away') throw new Error('the database is away');
      return answer;
    },
  });
  for (const minutes of [0, 10, 20, 30]) {
    clock.at = noon + 24 * hour + minutes * 60_000;
    await care.tick();
  }
  const night = noon + 15 * hour;
  expect(asked.map(({ since }) => since)).toEqual([night, night, night]);
  expect(asked.map(({ at }) => (at - noon - 24 * hour) / 60_000)).toEqual([0, 10, 20]);
  expect([done, errors]).toEqual([[], ['the database is away']]);
});

test('backups beyond the number to keep are removed from the oldest on, and nothing else is', async () => {
  using folder = temporaryFolder();
  const name = (day: number) => `promptory-2026-01-0${day}T03-00-00Z.tar`;
  for (const file of [1, 2, 3, 4, 5].map(name)) writeFileSync(join(folder.path, file), '');
  writeFileSync(join(folder.path, 'promptory-before-the-move.tar'), '');
  await rotateBackups(folder.path, { keep: 3, made: name(5) });
  const left = () => readdirSync(folder.path).toSorted();
  expect(left()).toEqual([name(3), name(4), name(5), 'promptory-before-the-move.tar']);
  // Made under a clock that was set back: the newest by its making, not by its name.
  writeFileSync(join(folder.path, name(1)), '');
  await rotateBackups(folder.path, { keep: 1, made: name(1) });
  expect(left()).toEqual([name(1), 'promptory-before-the-move.tar']);
});

test('the real care finds a damaged database, makes a backup, and counts both', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const BACKUP_DIR = join(server.dataFolder, 'backups');
  const variables = { DATA_DIR: server.dataFolder, BACKUP_DIR, BACKUP_KEEP: '1' };
  const environment = readEnvironment(variables);
  const lines: string[] = [];
  const log = createServerLog({ level: 'warn', write: (line) => lines.push(line) });
  const metrics = createServerMetrics({ ofProcess: false });
  const { storages } = server.outside;
  let at = noon;
  const create = () => createOwnCare({ environment, variables, storages, log, metrics, now: () => at });
  expect(create).toThrow(/^BACKUP_DIR .*backups cannot be written: /);
  mkdirSync(BACKUP_DIR);
  for (const suffix of ['', '-wal', '-shm']) {
    chmodSync(join(server.dataFolder, `promptory.sqlite${suffix}`), 0o600);
  }
  const care = create();
  at += 24 * hour;
  await care.tick();
  expect([care.isIntact(), lines]).toEqual([true, []]);
  const [backup = '', ...more] = readdirSync(BACKUP_DIR);
  expect([backup, more]).toEqual([expect.stringMatching(/^promptory-2026-01-0[12]T.*Z\.tar$/), []]);
  expect(statSync(join(BACKUP_DIR, backup)).size).toBeGreaterThan(1000);
  server
    .sqlite()
    .connection.exec(
      "INSERT INTO blobs VALUES (1, 'abc', 3, '', 1)".replace('1,', '(SELECT id FROM users),'),
    );
  rmSync(BACKUP_DIR, { recursive: true });
  at += 24 * hour;
  await care.tick();
  expect(care.isIntact()).toBe(false);
  const written = lines.map((line) => JSON.parse(line));
  expect(written).toMatchObject([{ level: 'warn', msg: expect.any(String) }, { level: 'error' }]);
  const gauges = await server.services.readGauges();
  expect((await metrics.render(gauges)).text).toContain('promptory_care_last_success_seconds{task="backup"}');
});

test('room that deletions left is given back once it is a fifth of the database', async () => {
  using server = testApp();
  const { connection } = server.sqlite();
  const pages = () => connection.pragma('page_count', { simple: true });
  connection.exec('CREATE TABLE large (bytes BLOB)');
  const before = Number(pages());
  const insert = connection.prepare('INSERT INTO large VALUES (zeroblob(1000000))');
  for (let row = 0; row < 4; row += 1) insert.run();
  expect(await server.outside.storages.shrink()).toBe(0);
  connection.exec('DELETE FROM large');
  expect(await server.outside.storages.shrink()).toBeGreaterThan(3_900_000);
  expect(Number(pages())).toBeLessThan(before + 20);
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
});
