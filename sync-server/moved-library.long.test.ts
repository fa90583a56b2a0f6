/** Tests that devices and programs go on, and notice nothing, when their library moves between SQLite and PostgreSQL. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ChangesPage, PushAnswer, type PushMutation } from '#shared/sync/wire.ts';
import { content, project, prompt } from './routes/sync/sync-scene.ts';
import { startObjectStore } from './testing/object-store.ts';
import { freshDatabase } from './testing/postgres/test-postgres.ts';
import { spawnPromptory } from './testing/run-promptory.ts';
import { spawnServer } from './testing/spawned-server.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { cookieAt, cookieOf, jsonRequest } from './testing/test-app.ts';
import { multipart } from './testing/upload-requests.ts';

const store = await startObjectStore();
afterAll(() => store[Symbol.asyncDispose]());
const { FILES_URL = '', ...keys } = store.variables;
const tokenRequest = { name: 'ci', scope: 'read' };
const ada = { displayName: 'Ada Lovelace', username: 'ada', password: 'correct horse' };

/** A device of Ada's, whose cookie was given by whichever server she signed up at. */
function deviceOf(address: string, headers: Record<string, string>) {
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${address}/api${path}`, {
      ...init,
      headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
    });
  return {
    call,
    async push(...mutations: PushMutation[]) {
      const answer = await call('/sync/push', jsonRequest('POST', { mutations }));
      return PushAnswer.parse(await answer.json());
    },
    async pull(since?: string) {
      const answer = await call(`/sync/changes${since === undefined ? '' : `?since=${since}`}`);
      expect(answer.status).toBe(200);
      const { changes, cursor } = ChangesPage.parse(await answer.json());
      return { ids: changes.map(({ id }) => id), cursor };
    },
  };
}

async function migrated(variables: Record<string, string>, ...args: string[]): Promise<void> {
  expect(await spawnPromptory(variables, ['migrate', ...args])).toMatchObject({ code: 0 });
}

/** Runs a server for some work, and stops it. */
async function served<T>(
  variables: Record<string, string>,
  work: (address: string) => Promise<T>,
): Promise<T> {
  using server = spawnServer(variables);
  const result = await work(await server.ready);
  server.child.kill('SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, err: '' });
  return result;
}

test('cursor, session, token, answers and files stay what they were, there and back', async () => {
  using folder = temporaryFolder();
  const DATA_DIR = join(folder.path, 'data');
  const DATABASE_URL = await freshDatabase();
  const files = ['--files', FILES_URL];

  const before = await served({ DATA_DIR }, async (address) => {
    const Cookie = cookieOf(await fetch(`${address}/api/register`, jsonRequest('POST', ada)));
    const device = deviceOf(address, { Cookie: cookieAt(address, Cookie) });
    const pushed = await device.push(project(1, 5), prompt(2, 6, 'größer ✓'), prompt(3, 7));
    const made = await device.call('/tokens', jsonRequest('POST', tokenRequest));
    const { token } = z.looseObject({ token: z.string() }).parse(await made.json());
    const form = multipart({ bytes: '# A plan', fileName: 'plan.md' });
    const uploaded = await device.call('/projects/5/resources', { method: 'POST', ...form });
    const { id: file } = z.looseObject({ id: z.int() }).parse(await uploaded.json());
    const { cursor } = await device.pull();
    // A server that uses the folder is not moved away from under its devices.
    const refused = await spawnPromptory({ DATA_DIR }, ['migrate', '--to', DATABASE_URL]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('already using the data folder') });
    return { Cookie, pushed, token, file, cursor };
  });
  const { Cookie, token, file } = before;

  async function goesOn(address: string, { cursor, number }: { cursor: string; number: number }) {
    const device = deviceOf(address, { Cookie: cookieAt(address, Cookie) });
    expect((await device.pull(cursor)).ids).toEqual([]);
    // The answer was lost, and is asked for once more under its key: it is the same, and nothing happens twice.
    expect((await device.push(prompt(2, 6, 'größer ✓'), prompt(3, 7))).results).toEqual(
      before.pushed.results.slice(1),
    );
    expect((await device.pull(cursor)).ids).toEqual([]);
    expect((await device.push(content(number, 6, `text ${number}`))).results).toMatchObject([
      { status: 200 },
    ]);
    const download = await device.call(`/resources/${file}/download`);
    expect(await download.text()).toBe('# A plan');
    const program = deviceOf(address, { Authorization: `Bearer ${token}` });
    expect(await (await program.call('/prompts/6')).json()).toMatchObject({ content: `text ${number}` });
    const after = await device.pull(cursor);
    expect(after.ids).toEqual([6]);
    return after.cursor;
  }

  await migrated({ ...keys, DATA_DIR }, '--to', DATABASE_URL, ...files);
  const inPostgres = { ...keys, FILES_URL, DATABASE_URL, DATA_DIR: join(folder.path, 'unused') };
  const cursor = await served(inPostgres, async (address) => {
    const refused = await spawnPromptory({ DATA_DIR: join(folder.path, 'x') }, [
      'migrate',
      '--from',
      DATABASE_URL,
    ]);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('stop all of its nodes') });
    return goesOn(address, { cursor: before.cursor, number: 4 });
  });

  const back = join(folder.path, 'back');
  await migrated({ ...keys, DATA_DIR: back }, '--from', DATABASE_URL, ...files);
  const last = await served({ DATA_DIR: back }, (address) => goesOn(address, { cursor, number: 5 }));

  // The first server knows nothing of what came later, and a device that does is asked.
  await served({ DATA_DIR }, async (address) => {
    const answer = await deviceOf(address, { Cookie: cookieAt(address, Cookie) }).call(
      `/sync/changes?since=${last}`,
    );
    expect(answer.status).toBe(410);
  });
});
