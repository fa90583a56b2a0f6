/** Tests what reaches the worker of webhooks while it waits for its storage. */
import { expect, test, vi } from 'vitest';
import { restClient } from '../../testing/rest-client.ts';
import { testApp } from '../../testing/test-app.ts';
import type { WebhookAnswer } from './webhook-sender.ts';

/** The app with a webhook of one person, and a sender whose answer a test gives. */
async function scene() {
  const sent: number[] = [];
  let answer = async (): Promise<WebhookAnswer> => ({ kind: 'answered', status: 204, retryAfter: null });
  const webhookSender = {
    allows: () => true,
    send({ body }: { body: string }) {
      sent.push(JSON.parse(body).data.version.id);
      return answer();
    },
  };
  const server = testApp({ outside: { webhookSender } });
  const worker = server.services.webhookWorker;
  await worker.start();
  const client = await restClient(server);
  await client.call('POST', '/api/projects', { id: 5, name: 'Mail' });
  await client.call('POST', '/api/prompts', { id: 6, title: 'Reply', content: 'x', projectId: 5 });
  const webhook = { url: 'https://one.example/', events: ['version.created'] };
  await client.call('POST', '/api/webhooks', webhook);
  await worker.idle();
  return {
    sent,
    worker,
    storage: server.outside.storages.webhooks,
    save: (id: number) =>
      client.call('PUT', '/api/prompts/6', { id, content: `text ${id}`, description: '' }),
    addProject: () => client.call('POST', '/api/projects', { id: 7, name: 'Other' }),
    answerWith(next: () => Promise<WebhookAnswer>) {
      answer = next;
    },
    async [Symbol.asyncDispose]() {
      await worker.stop(0);
      server[Symbol.dispose]();
    },
  };
}

test('an event that comes while the events of its person are read is sent at once', async () => {
  await using it = await scene();
  const { storage } = it;
  const read = storage.eventsToTake;
  const [isRead, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(storage, 'eventsToTake').mockImplementationOnce(async (...asked) => {
    const found = await read(...asked);
    isRead.resolve();
    await goOn.promise;
    return found;
  });
  await it.addProject();
  await isRead.promise;
  await it.save(11);
  goOn.resolve();
  await it.worker.idle();
  expect(it.sent).toEqual([11]);
});

test('a webhook that another node was faster to take is looked at again upon the next event, and not before', async () => {
  await using it = await scene();
  const take = vi.spyOn(it.storage, 'nextDelivery').mockResolvedValue(undefined);
  await it.save(11);
  await it.worker.idle();
  expect(take.mock.calls.length).toBeLessThan(3);
  take.mockRestore();
  await it.save(12);
  await it.worker.idle();
  expect(it.sent).toEqual([11, 12]);
});

test('so is one of which an event comes while it is taken', async () => {
  await using it = await scene();
  const [isAsked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(it.storage, 'nextDelivery').mockImplementationOnce(async () => {
    isAsked.resolve();
    await goOn.promise;
    return undefined;
  });
  await it.save(11);
  await isAsked.promise;
  await it.save(12);
  goOn.resolve();
  await it.worker.idle();
  expect(it.sent).toEqual([11, 12]);
});

test('an attempt that the end of the server breaks off is given up', async () => {
  await using it = await scene();
  const giveUp = vi.spyOn(it.storage, 'giveUpAttempt');
  const [isSent, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<WebhookAnswer>()];
  it.answerWith(() => {
    isSent.resolve();
    return stopped.promise;
  });
  await it.save(11);
  await isSent.promise;
  const end = it.worker.stop(0);
  stopped.resolve({ kind: 'stopped' });
  await end;
  expect(giveUp.mock.calls).toEqual([[{ userId: expect.any(Number), webhookId: expect.any(Number) }]]);
});
