/** The real app behind a real socket, met by clients that stop, go on for ever, never read, or are merely slow. */
import { expect, test } from 'vitest';
import { usualBounds } from './connections.ts';
import { json, listening, patient } from './connections-scene.ts';
import { rawConnection } from './testing/raw-connection.ts';
import { testApp } from './testing/test-app.ts';

test('a push that trickles in for longer than a stall may last is done', patient, async () => {
  using server = testApp();
  const running = await listening(server, { ...usualBounds, stallMs: 2_500 });
  using client = await rawConnection(running.address);
  const mutation = { key: 'c1:1', method: 'POST', path: '/api/projects', body: { id: 5, name: 'Slow' } };
  // A busy machine may pause for a second or two; 250 bytes take twice the bound all the same.
  const body = JSON.stringify({ mutations: [mutation] }).padEnd(250);
  await client.send(
    running.head('POST', '/api/sync/push', { ...json, 'Content-Length': String(body.length) }),
  );
  await client.trickle(body, 20);
  await client.received('"status":201');
  expect((await running.json('GET', '/api/projects')).body).toMatchObject([{ id: 1 }, { id: 5 }]);
  await running.stop();
});

test('a body that brings its bytes slowly for many times that span is read', patient, async () => {
  using server = testApp();
  // A busy machine may pause for seconds; 250 bytes at 20 ms take twice this span, and bring 25 bytes in it many times.
  const running = await listening(server, { ...usualBounds, progress: { bytes: 25, ms: 2_500 } });
  using client = await rawConnection(running.address);
  const mutation = { key: 'c1:1', method: 'POST', path: '/api/projects', body: { id: 5, name: 'Slow' } };
  const body = JSON.stringify({ mutations: [mutation] }).padEnd(250);
  await client.send(
    running.head('POST', '/api/sync/push', { ...json, 'Content-Length': String(body.length) }),
  );
  await client.trickle(body, 20);
  await client.received('"status":201');
  await running.stop();
});
