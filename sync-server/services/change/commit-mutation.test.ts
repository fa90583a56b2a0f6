import { expect, test } from 'vitest';
import { PushAnswer } from '#shared/sync/wire.ts';
import { DatabaseUnavailable } from '../../storage/failures/database-unavailable.ts';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';

const prompt = (number: number, title: string) => ({
  key: `c1:${number}`,
  method: 'POST',
  path: '/api/prompts',
  body: { id: number, title, content: 'a', projectId: 1 },
});

test('a mutation that cannot be saved is answered by itself, and those around it are done', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const mend = await server.rows.breakWrites({
    ...{ statement: 'INSERT', table: 'prompts', when: "NEW.title = 'broken'" },
    message: 'no such thing',
  });
  const mutations = [prompt(2, 'T'), prompt(3, 'broken'), prompt(4, 'U')];
  const push = async () => {
    const { body } = await client.call('POST', '/api/sync/push', { mutations, brief: true });
    return PushAnswer.parse(body);
  };
  const first = await push();
  expect(first.results.map(({ status }) => status)).toEqual([201, 500, 201]);
  expect(first.seq).toBe(3);
  expect(server.errors.map(({ message }) => message)).toEqual(['no such thing']);
  expect((await client.get('/api/prompts/4')).status).toBe(200);
  await mend();
  const second = await push();
  expect(second.results.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(second.seq).toBe(4);
});

test('while the database is not reached a push is answered 503 as a whole, and is not tried mutation by mutation', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const { library } = server.outside.storages;
  let tried = 0;
  const transact = library.transact;
  library.transact = async () => {
    tried += 1;
    throw new DatabaseUnavailable('away');
  };
  const mutations = [prompt(2, 'T'), prompt(3, 'U')];
  const answer = await client.call('POST', '/api/sync/push', { mutations });
  expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } });
  expect([tried, answer.headers.get('Retry-After')]).toEqual([1, '10']);
  library.transact = transact;
  const { body } = await client.call('POST', '/api/sync/push', { mutations });
  expect(PushAnswer.parse(body).results.map(({ status }) => status)).toEqual([201, 201]);
});

test('a push of nothing is answered with the place of the latest change', async () => {
  using server = testApp();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 1, name: 'P' });
  const { body } = await client.call('POST', '/api/sync/push', { mutations: [], brief: true });
  expect(body).toMatchObject({ seq: 1, results: [] });
});
