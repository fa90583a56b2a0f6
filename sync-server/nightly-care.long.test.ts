/** Tests what a server does each night: inspection, room given back, backups. */
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment } from './environment.ts';
import { createServerLog } from './log/server-log.ts';
import { createServerMetrics } from './metrics/server-metrics.ts';
import { createOwnCare } from './own-care.ts';
import { restClient } from './testing/rest-client.ts';
import { testApp } from './testing/test-app.ts';

const hour = 60 * 60 * 1000;
const noon = new Date(2026, 0, 1, 12).getTime();

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
