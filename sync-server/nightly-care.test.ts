/** Tests what a server does each night: inspection, room given back, backups. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNightlyCare } from './services/operation/nightly-care.ts';
import { rotateBackups } from './storage/backup/rotate-backups.ts';
import { createSingleNode } from './storage/memory/single-node.ts';
import type { DoOnce } from './storage/ports/nodes-port.ts';
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
