/** Tests the server and the command line tool as processes with DATABASE_URL. */
import { expect, test } from 'vitest';
import { freshDatabase } from './testing/postgres/test-postgres.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieAt, cookieOf, jsonRequest } from './testing/test-app.ts';

const ada = { displayName: 'Ada Lovelace', username: 'Ada', password: 'correct horse' };

/** Returns what an event stream sends, up to what is awaited or to its end. */
function eventsOf(answer: Response): { until(awaited: string): Promise<string> } {
  const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  return {
    async until(awaited) {
      for (let text = ''; ; ) {
        const { done, value = '' } = await reader.read();
        text += value;
        if (done || text.includes(awaited)) return text;
      }
    },
  };
}

test('the code for the first account that the latest node printed counts on every node', async () => {
  using folder = temporaryFolder();
  const DATABASE_URL = await freshDatabase();
  const start = () => spawnServer({ DATABASE_URL, DATA_DIR: folder.path, REGISTRATION: 'closed' });
  using first = start();
  const here = await first.ready;
  using second = start();
  const codeOf = async ({ printed }: typeof first) =>
    /with the code (\S+)/.exec(await printed('with the code'))?.[1];
  const register = (code: string | undefined) =>
    fetch(`${here}/api/register`, jsonRequest('POST', { ...ada, code }));
  const [earlier, latest] = [await codeOf(first), await codeOf(second)];
  expect((await register(earlier)).status).toBe(403);
  expect((await register(latest)).status).toBe(201);
});

test('guesses at a password count together, whichever node they are sent to', async () => {
  using folder = temporaryFolder();
  const DATABASE_URL = await freshDatabase();
  const start = () => spawnServer({ DATABASE_URL, DATA_DIR: folder.path });
  using first = start();
  using second = start();
  const nodes = await Promise.all([first.ready, second.ready]);
  await fetch(`${nodes[0]}/api/register`, jsonRequest('POST', ada));
  const guesses: number[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    const body = { username: ada.username, password: `wrong ${guess}` };
    guesses.push((await fetch(`${nodes[guess % 2]}/api/login`, jsonRequest('POST', body))).status);
  }
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
});

test('an event stream on one node is woken by a change on another, and ends with its session there', async () => {
  using folder = temporaryFolder();
  const DATABASE_URL = await freshDatabase();
  const start = () => spawnServer({ DATABASE_URL, DATA_DIR: folder.path });
  using first = start();
  using second = start();
  const [here, there] = await Promise.all([first.ready, second.ready]);
  const Cookie = cookieOf(await fetch(`${here}/api/register`, jsonRequest('POST', ada)));
  const events = eventsOf(
    await fetch(`${there}/api/sync/events`, { headers: { Cookie: cookieAt(there, Cookie) } }),
  );
  await events.until('listening');
  const project = { id: 5, name: 'P', color: 'red' };
  const added = await fetch(`${here}/api/projects`, jsonRequest('POST', project, { Cookie }));
  expect(added.status).toBe(201);
  expect(await events.until('poke')).toContain('{"seq":1,"epoch":');
  const left = await fetch(`${here}/api/logout`, jsonRequest('POST', {}, { Cookie }));
  expect(left.ok).toBe(true);
  expect(await events.until('never sent')).not.toContain('never sent');
  const refused = await fetch(`${there}/api/projects`, { headers: { Cookie: cookieAt(there, Cookie) } });
  expect(refused.status).toBe(401);
});
