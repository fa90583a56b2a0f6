import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { type TestSchema, TestSchemas } from '../../testing/postgres/test-postgres.ts';
import { throttleSuite } from '../ports/throttle-suite.ts';
import { createAttemptThrottle } from './attempt-throttle.ts';
import { createTransactions } from './transactions.ts';

const schemas = new TestSchemas();
let schema: TestSchema;
beforeEach(async () => {
  schema = await schemas.take();
});
afterEach(() => schema.release());
afterAll(() => schemas.close());

/** Each is a node of its own. */
const open = (options: Parameters<typeof createAttemptThrottle>[1]) =>
  createAttemptThrottle(createTransactions(schema.database.pool), options);

const rows = async () =>
  (await schema.database.pool.query('SELECT key FROM attempts WHERE throttle = $1', ['t'])).rows;

throttleSuite(open);

test('attempts at the same moment on different nodes count together', async () => {
  const nodes = [1, 2, 3].map(() => open({ name: 't', allowed: 4, windowMs: 60_000, now: () => 1 }));
  const taken = await Promise.all([...nodes, ...nodes, ...nodes].map((node) => node.take('ada')));
  expect(taken.filter(({ kind }) => kind === 'allowed')).toHaveLength(4);
  const [one, other] = nodes;
  await one?.giveBack('ada');
  expect((await other?.take('ada'))?.kind).toBe('allowed');
  expect((await one?.take('ada'))?.kind).toBe('throttled');
  await other?.forget('ada');
  expect((await one?.take('ada'))?.kind).toBe('allowed');
});

test('windows that ended are removed, whichever node began them', async () => {
  let at = 1;
  const options = { name: 't', allowed: 2, windowMs: 60_000, now: () => at, maxKeys: 100 };
  for (const key of ['ada', 'grace']) await open(options).take(key);
  at += 60_000;
  await open(options).take('eve');
  expect(await rows()).toHaveLength(1);
});

test('a key of any length is counted, and is nowhere to be read', async () => {
  const throttle = open({ name: 't', allowed: 1, windowMs: 60_000, now: () => 1 });
  const long = 'ada '.repeat(5_000);
  expect((await throttle.take(long)).kind).toBe('allowed');
  expect((await throttle.take(long)).kind).toBe('throttled');
  expect(JSON.stringify(await rows())).not.toContain('ada');
});
