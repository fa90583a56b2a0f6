import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type TestSchema, TestSchemas } from '../../testing/postgres/test-postgres.ts';
import { webhooksSuite } from '../ports/webhooks-suite.ts';
import { postgresStorages } from './postgres-storages.ts';

const schemas = new TestSchemas();
let schema: TestSchema;
beforeEach(async () => {
  schema = await schemas.take();
  await schema.database.pool.query(`INSERT INTO users (id, username, username_key, display_name, password_hash, created_at)
    SELECT id, 'user-' || id, 'user-' || id, 'user', '', 0 FROM generate_series(1, 2) AS id`);
});
afterEach(() => schema.release());
afterAll(() => schemas.close());

webhooksSuite(() => {
  const { library: storage, ...storages } = postgresStorages(schema.database);
  return { ...storages, storage, users: [1, 2], [Symbol.dispose]() {} };
});

const ada = 1;
const name = { userId: ada, webhookId: 1 };
const ping = (messageId: string) => ({ messageId, type: 'ping' as const, body: '{}' });
const delivered = (number: number) => ({
  ...{ number, at: 20, tookMs: 5, status: 200, problem: null, attempts: 1 },
  ...{ next: { state: 'delivered' as const }, webhook: null },
});

/** Two nodes and a webhook with two deliveries that are due. */
async function twoNodes() {
  const [here, there] = [
    postgresStorages(schema.database).webhooks,
    postgresStorages(schema.database).webhooks,
  ];
  const url = 'https://hooks.example.org/';
  await here.addWebhook(ada, { id: 1, url, events: [], createdAt: 1, secret: 'whsec_1' }, 10);
  for (const messageId of ['a', 'b'])
    await here.askForDelivery(ada, 1, ping(messageId), { at: 10, most: 10 });
  return { here, there };
}

test('of two nodes that take a delivery at once one gets it, and the other finds nothing of its webhook due until it is settled', async () => {
  const { here, there } = await twoNodes();
  for (const number of [1, 2]) {
    const taken = await Promise.all([here, there].map((node) => node.nextDelivery(name, 20)));
    expect(taken.filter((each) => each !== undefined)).toMatchObject([{ number }]);
    const [holder, other] = taken[0] === undefined ? [there, here] : [here, there];
    expect(await other.dueWebhooks(20, 10)).toEqual([]);
    expect(await holder.dueWebhooks(20, 10)).toEqual([name]);
    expect(await holder.nextDelivery(name, 20)).toMatchObject({ number });
    await holder.settleAttempt(name, delivered(number));
  }
  expect(await here.nextDelivery(name, 30)).toBeUndefined();
  await there.askForDelivery(ada, 1, ping('c'), { at: 40, most: 10 });
  expect(await there.nextDelivery(name, 40)).toMatchObject({ number: 3 });
});

test('a delivery whose node is gone is taken by another one when the lease has ended', async () => {
  const { here, there } = await twoNodes();
  await here.nextDelivery(name, 10);
  await schema.database.pool.query('UPDATE webhook_leases SET until = until - 119000');
  expect(await there.nextDelivery(name, 10)).toBeUndefined();
  await schema.database.pool.query('UPDATE webhook_leases SET until = until - 1000');
  expect(await there.dueWebhooks(10, 10)).toEqual([name]);
  expect(await there.nextDelivery(name, 10)).toMatchObject({ number: 1 });
  await here.settleAttempt(name, delivered(1));
  expect(await here.nextDelivery(name, 10)).toBeUndefined();
});

test('a delivery that a node gives up is taken by another one at once; no node gives up that of another', async () => {
  const { here, there } = await twoNodes();
  await here.nextDelivery(name, 10);
  await there.giveUpAttempt(name);
  expect(await there.nextDelivery(name, 10)).toBeUndefined();
  await here.giveUpAttempt(name);
  expect(await there.nextDelivery(name, 10)).toMatchObject({ number: 1 });
});

test('events that two nodes take at once become one delivery each', async () => {
  const { here, there } = await twoNodes();
  const [{ place = 0 } = {}] = (
    await schema.database.pool.query<{ place: number }>('SELECT place FROM webhooks')
  ).rows;
  const taken = (messageId: string) => ({
    from: place,
    upTo: place + 1,
    deliveries: [ping(messageId)],
    at: 10,
  });
  const done = await Promise.all([here, there].map((node, at) => node.takeEvents(ada, 1, taken(`e${at}`))));
  expect(done.toSorted()).toEqual([false, true]);
  const all = await here.listDeliveries(ada, 1, { state: null, before: null, most: 10 });
  expect(all?.map(({ number }) => number)).toEqual([3, 2, 1]);
});
