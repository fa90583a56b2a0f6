/** Tests that a message, or a person, that fails for ever stops nothing else of webhooks. */
import { expect, test } from 'vitest';
import type { WebhookAnswer, WebhookRequest } from './services/webhooks/webhook-sender.ts';
import { webhookBounds } from './services/webhooks/webhook-worker.ts';
import { restClient } from './testing/rest-client.ts';
import { added, broken, ok, webhookScene } from './testing/webhook-scene.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const hook = 'https://one.example/';

const faults: [string, WebhookAnswer][] = [
  ['5xx', broken],
  ['413', { kind: 'answered', status: 413, retryAfter: null }],
  ['a reset', { kind: 'failed', problem: 'broken_off' }],
  ['a time-out', { kind: 'failed', problem: 'timeout' }],
  ['a refusal', { kind: 'answered', status: 403, retryAfter: null }],
  ['no receiver', { kind: 'failed', problem: 'unreachable' }],
];
const places: [string, number][] = [
  ['first', 11],
  ['middle', 13],
  ['last', 15],
];

test.each(faults.flatMap(([fault, answer]) => places.map(([place, bad]) => ({ fault, answer, place, bad }))))(
  'the $place of five messages that is answered by $fault for ever stops none of the others',
  async (given) => {
    const isBad = ({ body }: WebhookRequest) => JSON.parse(body).data.version.id === given.bad;
    await using it = await webhookScene({ [hook]: (request) => (isBad(request) ? given.answer : ok) });
    const { id } = await it.add(hook);
    for (const version of [11, 12, 13, 14, 15]) await it.save(version);
    // The attempts in line, each pause at its longest: 5 + 20 + 80 + 320 s, and one step more for each.
    await it.pass(445_000, 5_000);
    const arrived = it.sent
      .filter((request) => !isBad(request))
      .map(({ body }) => JSON.parse(body).data.version.id);
    expect(arrived).toEqual([11, 12, 13, 14, 15].filter((version) => version !== given.bad));
    await it.pass(3 * day, hour);
    expect(await it.deliveries(id, '?state=failed')).toHaveLength(1);
  },
);

test('a person whose events cannot be read stops nobody else', async () => {
  await using it = await webhookScene();
  await it.add(hook);
  const eve = await restClient(it.server, 'Eve');
  await added(eve, 'https://eve.example/', ['version.created']);
  await eve.call('POST', '/api/projects', { id: 25, name: 'Mail' });
  await eve.call('POST', '/api/prompts', { id: 26, title: 'Reply', content: 'x', projectId: 25 });
  await it.worker.idle();
  const { webhooks } = it.server.outside.storages;
  const read = webhooks.eventsToTake;
  webhooks.eventsToTake = async (userId, ...rest) => {
    const found = await read(userId, ...rest);
    if (found.some(({ events }) => events.some(({ prompt }) => prompt.id === 6))) throw new Error('damaged');
    return found;
  };
  await it.save(11);
  await eve.call('PUT', '/api/prompts/26', { id: 31, content: 'text', description: '' });
  await it.pass(webhookBounds.sweepMs);
  expect(it.versionsTo('https://eve.example/')).toEqual([31]);
  await eve.call('PUT', '/api/prompts/26', { id: 32, content: 'next', description: '' });
  await it.worker.idle();
  expect(it.versionsTo('https://eve.example/')).toEqual([31, 32]);
  expect(new Set(it.server.errors.splice(0).map(({ message }) => message))).toEqual(new Set(['damaged']));
});
