/** Tests the commands about API tokens beside a server that runs on the same folder. */
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { apiTokenPattern } from '#shared/model/account/api-token.ts';
import { restClient } from '../../testing/rest-client.ts';
import { runPromptory } from '../../testing/run-promptory.ts';
import { jsonRequest, testApp } from '../../testing/test-app.ts';

const day = 24 * 60 * 60 * 1000;
const Made = z.object({ id: z.int(), token: z.string() });

async function scene() {
  const app = testApp();
  const ada = await restClient(app);
  await ada.call('POST', '/api/projects', { id: 1, name: 'Writing' });
  const variables = { DATA_DIR: app.dataFolder };
  const now = () => app.clock.at;
  const run = (...args: string[]) => runPromptory(variables, ['token', ...args], { now });
  return {
    ...app,
    ada,
    run,
    async made(...args: string[]) {
      const { out } = await run('create', 'ada', '--token-name', 'ci', ...args, '--json');
      return Made.parse(JSON.parse(out));
    },
    /** Of a request that changes something. */
    async status(token: string) {
      await setImmediate();
      const rename = jsonRequest('PATCH', { name: 'Writing' }, { Authorization: `Bearer ${token}` });
      return (await app.app.request('/api/projects/1', rename)).status;
    },
    [Symbol.dispose]: () => app[Symbol.dispose](),
  };
}

test('a token that is made beside the server is printed once and works at once, until it is revoked', async () => {
  using here = await scene();
  const { code, out, err } = await here.run('create', 'ada', '--token-name', 'ci', '--scope', 'write');
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const token = out.trim();
  expect(token).toMatch(apiTokenPattern);
  expect(await here.status(token)).toBe(200);
  const list = await here.run('list', 'ada');
  expect(list.out).toMatch(/^\d+ {2}write, since \S+, last used \S+, expires never {2}ci\n1 tokens\.\n$/);
  expect(list.out).not.toContain(token.slice(4));
  expect(await here.run('revoke', 'ada', '--all')).toEqual({ code: 0, out: 'Revoked: 1.\n', err: '' });
  expect(await here.status(token)).toBe(401);
});

test('a token reads unless its scope is given, and ends after its days', async () => {
  using here = await scene();
  const { token } = await here.made('--days', '2');
  expect(await here.status(token)).toBe(403);
  here.clock.at += 2 * day;
  expect(await here.status(token)).toBe(401);
});

test('a project is named by its name or id, and one that is there twice by its id alone', async () => {
  using here = await scene();
  const projects = async () => {
    const listed = JSON.parse((await here.run('list', 'ada', '--json')).out);
    return z.array(z.object({ projectId: z.int().nullable() })).parse(listed).length;
  };
  expect((await here.made('--project', 'Writing')).id).toBeGreaterThan(0);
  await here.ada.call('POST', '/api/projects', { id: 2, name: 'Writing' });
  const twice = await here.run('create', 'ada', '--token-name', 'ci', '--project', 'Writing');
  expect(twice).toMatchObject({ code: 2, out: '' });
  expect(twice.err).toContain('name one by its id (');
  expect((await here.made('--project', '2')).id).toBeGreaterThan(0);
  const none = await here.run('create', 'ada', '--token-name', 'ci', '--project', 'Other');
  expect(none).toEqual({ code: 2, out: '', err: 'ada has no project Other.\n' });
  expect(await projects()).toBe(2);
});

test('one token is revoked by its id, and one that is not there is named', async () => {
  using here = await scene();
  const [first, second] = [await here.made(), await here.made()];
  expect(await here.run('revoke', 'ada', '--id', String(first.id))).toMatchObject({ code: 0 });
  expect([await here.status(first.token), await here.status(second.token)]).toEqual([401, 403]);
  const again = await here.run('revoke', 'ada', '--id', String(first.id));
  expect(again).toEqual({ code: 1, out: '', err: `ada has no token ${first.id}.\n` });
  expect(await here.run('revoke', 'ada')).toMatchObject({ code: 2, err: 'Use --id or --all.\n' });
});

test.each([
  [['--scope', 'admin'], '--scope must be read, write or run'],
  [['--days', '0'], 'from 1 to 3650'],
  [['--token-name', ' '], 'Name is required'],
])('%j makes no token, and says why', async (args, sentence) => {
  using here = await scene();
  const ended = await here.run('create', 'ada', '--token-name', 'ci', ...args);
  expect(ended).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) });
  expect((await here.run('list', 'ada')).out).toBe('0 tokens.\n');
});
