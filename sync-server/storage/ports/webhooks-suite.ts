/** Tests every implementation of `webhooks-port.ts`. Each test gets storages of its own, with two users. */
import { expect, test } from 'vitest';
import type { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import type { AdministrationStorage } from './administration-port.ts';
import { project, prompt, type StorageScene, save, version } from './storage-scene.ts';
import {
  type AddedWebhook,
  type DueDelivery,
  keptDeliveries,
  type NewDelivery,
  type SettledAttempt,
  type WebhooksStorage,
} from './webhooks-port.ts';

export type WebhooksScene = StorageScene & {
  webhooks: WebhooksStorage;
  administration: AdministrationStorage;
};

const hook = (id: number, more: Partial<AddedWebhook> = {}): AddedWebhook => ({
  ...{ id, url: 'https://hooks.example.org/', events: ['version.created', 'label.moved'] },
  ...{ createdAt: id, secret: `whsec_${id}` },
  ...more,
});

const label = (name: string, versionId: number | null): PlacedLabel => ({
  label: name,
  versionId,
  moves: [],
});

function labelled(id: number, projectId: number, labels: PlacedLabel[]): Write {
  const put = prompt(id, projectId, 'text');
  if (put.kind !== 'put' || put.type !== 'prompt') throw new Error('a prompt is put');
  return { ...put, row: { ...put.row, attributes: { labels } } };
}

const message = (name: string): NewDelivery => ({
  messageId: name,
  type: 'version.created',
  body: `{"${name}"}`,
});
const bounds = { mostWaiting: 100, rows: 100 };

/** Takes all events of all webhooks, each as a delivery that is named by its event. */
async function takeAll({ webhooks }: WebhooksScene, userId: number, at = 10): Promise<void> {
  for (const { webhookId, place, upTo, events } of await webhooks.eventsToTake(userId, bounds)) {
    const deliveries = events.map(({ id }) => message(`event ${id}`));
    await webhooks.takeEvents(userId, webhookId, { from: place, upTo, deliveries, at });
  }
}

const settled = (delivery: DueDelivery, more: Partial<SettledAttempt> = {}): SettledAttempt => ({
  ...{ number: delivery.number, at: 20, tookMs: 5, status: 200, problem: null },
  ...{ attempts: delivery.attempts + 1, next: { state: 'delivered' }, webhook: null },
  ...more,
});

export function webhooksSuite(open: () => WebhooksScene): void {
  /** One webhook of Ada, for which as many deliveries wait. */
  async function waiting(scene: WebhooksScene, count: number): Promise<number> {
    const [ada] = scene.users;
    await scene.webhooks.addWebhook(ada, hook(1), 10);
    await save(scene, ada, [project(1), prompt(2, 1, 'a')]);
    await save(
      scene,
      ada,
      Array.from({ length: count }, (_, at) => version(10 + at, 2, at + 1)),
    );
    await takeAll(scene, ada);
    return ada;
  }

  async function next(scene: WebhooksScene, userId: number, at = 10): Promise<DueDelivery> {
    const delivery = await scene.webhooks.nextDelivery({ userId, webhookId: 1 }, at);
    if (delivery === undefined) throw new Error('nothing is due');
    return delivery;
  }

  test('webhooks are listed in the order of their addition, changed and removed, each of its owner alone', async () => {
    using scene = open();
    const { webhooks } = scene;
    const [ada, eve] = scene.users;
    expect(await webhooks.addWebhook(ada, hook(5, { events: ['label.moved'] }), 2)).toBe(true);
    expect(await webhooks.addWebhook(ada, hook(6), 2)).toBe(true);
    expect(await webhooks.addWebhook(ada, hook(7), 2)).toBe(false);
    expect(await webhooks.addWebhook(eve, hook(5), 2)).toBe(true);
    const first = { id: 5, url: 'https://hooks.example.org/', events: ['label.moved'], createdAt: 5 };
    const counts = { state: 'on', failingSince: null, waiting: 0, failed: 0, skipped: 0 };
    expect(await webhooks.listWebhooks(ada)).toEqual([
      { ...first, ...counts },
      expect.objectContaining({ id: 6 }),
    ]);
    const url = 'https://other.example.org/';
    expect(await webhooks.changeWebhook(ada, 5, { url }, 9)).toEqual({ ...first, ...counts, url });
    expect(await webhooks.changeWebhook(eve, 6, { url }, 9)).toBeUndefined();
    expect(await webhooks.removeWebhook(eve, 6)).toBe(false);
    expect(await webhooks.removeWebhook(ada, 5)).toBe(true);
    expect((await webhooks.listWebhooks(ada)).map(({ id }) => id)).toEqual([6]);
    expect((await webhooks.listWebhooks(eve)).map(({ id }) => id)).toEqual([5]);
    expect((await webhooks.usersWithWebhooks()).toSorted()).toEqual([ada, eve].toSorted());
  });

  test('a new version is an event with the names of its rows, an edited or restored one is none', async () => {
    using scene = open();
    const [ada, eve] = scene.users;
    await scene.webhooks.addWebhook(ada, hook(1), 10);
    for (const user of [ada, eve]) await save(scene, user, [project(1), prompt(2, 1, 'a'), version(3, 2, 1)]);
    await save(scene, ada, [version(3, 2, 1)]);
    await save(scene, ada, [{ kind: 'delete', type: 'version', id: 3 }]);
    await save(scene, ada, [version(3, 2, 1)]);
    const [toTake, ...others] = await scene.webhooks.eventsToTake(ada, bounds);
    expect(others).toEqual([]);
    expect(toTake?.events).toEqual([
      {
        ...{ id: toTake?.upTo, at: 1_000, type: 'version.created', version: { id: 3, number: 1 } },
        ...{ project: { id: 1, name: 'P1' }, prompt: { id: 2, title: 'T2' } },
      },
    ]);
    expect(await scene.webhooks.usersWithEvents()).toEqual([ada]);
  });

  test('a label that comes to another version is an event, one that stays or whose prompt is deleted is none', async () => {
    using scene = open();
    const [ada] = scene.users;
    await save(scene, ada, [project(1), version(8, 2, 7), version(9, 2, 8)]);
    await scene.webhooks.addWebhook(ada, hook(1), 10);
    await save(scene, ada, [labelled(2, 1, [label('beta', 8)])]);
    await save(scene, ada, [labelled(2, 1, [label('beta', 8), label('live', 8)])]);
    await save(scene, ada, [labelled(2, 1, [label('beta', 9), label('live', null)])]);
    await save(scene, ada, [{ kind: 'delete', type: 'prompt', id: 2 }]);
    const [toTake] = await scene.webhooks.eventsToTake(ada, bounds);
    const [eight, nine] = [
      { id: 8, number: 7 },
      { id: 9, number: 8 },
    ];
    expect(toTake?.events).toMatchObject([
      { type: 'label.moved', label: 'beta', version: eight, previous: null },
      { type: 'label.moved', label: 'live', version: eight, previous: null },
      { type: 'label.moved', label: 'beta', version: nine, previous: eight },
      { type: 'label.moved', label: 'live', version: null, previous: eight },
    ]);
  });

  test('each event is taken once, in order, and as far as there is room', async () => {
    using scene = open();
    const { webhooks } = scene;
    const [ada] = scene.users;
    await webhooks.addWebhook(ada, hook(1), 10);
    await save(scene, ada, [project(1), prompt(2, 1, 'a')]);
    await save(
      scene,
      ada,
      [1, 2, 3].map((number) => version(10 + number, 2, number)),
    );
    const [first] = await webhooks.eventsToTake(ada, { mostWaiting: 2, rows: 100 });
    if (first === undefined) throw new Error('there are events');
    expect(first.events.map(({ version: of }) => of?.number)).toEqual([1, 2]);
    const taken = { from: first.place, upTo: first.upTo, deliveries: [message('a'), message('b')], at: 10 };
    expect(await webhooks.takeEvents(ada, 1, taken)).toBe(true);
    expect(await webhooks.takeEvents(ada, 1, taken)).toBe(false);
    expect(await webhooks.eventsToTake(ada, { mostWaiting: 2, rows: 100 })).toEqual([]);
    const [rest] = await webhooks.eventsToTake(ada, bounds);
    expect(rest?.events.map(({ version: of }) => of?.number)).toEqual([3]);
    const page = await webhooks.listDeliveries(ada, 1, { state: null, before: null, most: 10 });
    expect(page?.map(({ number, messageId, state }) => [number, messageId, state])).toEqual([
      [2, 'b', 'waiting'],
      [1, 'a', 'waiting'],
    ]);
  });

  test('one in line is due after those before it, one aside and one asked for beside them', async () => {
    using scene = open();
    const { webhooks } = scene;
    const ada = await waiting(scene, 3);
    const name = { userId: ada, webhookId: 1 };
    expect(await webhooks.dueWebhooks(9, 10)).toEqual([]);
    expect(await webhooks.nextDueAfter(9)).toBe(10);
    expect(await webhooks.dueWebhooks(10, 10)).toEqual([name]);
    const first = await next(scene, ada);
    const later = { state: 'waiting', lane: 'line', dueAt: 500 } as const;
    await webhooks.settleAttempt(name, settled(first, { status: 503, next: later }));
    expect(await webhooks.nextDelivery(name, 20)).toBeUndefined();
    expect(await webhooks.nextDueAfter(20)).toBe(500);
    const retried = await next(scene, ada, 500);
    expect(retried).toMatchObject({ number: first.number, attempts: 1 });
    await webhooks.settleAttempt(name, settled(retried, { next: { ...later, lane: 'aside', dueAt: 900 } }));
    expect((await next(scene, ada, 500)).number).toBe(2);
    await webhooks.askForDelivery(ada, 1, { ...message('ping'), type: 'ping' }, { at: 600, most: 10 });
    expect(await next(scene, ada, 900)).toMatchObject({ lane: 'asked', messageId: 'ping' });
    await webhooks.settleAttempt(name, settled(await next(scene, ada, 900)));
    await webhooks.settleAttempt(name, settled(await next(scene, ada, 900)));
    await webhooks.settleAttempt(name, settled(await next(scene, ada, 900)));
    expect(await next(scene, ada, 900)).toMatchObject({ number: 1, lane: 'aside' });
  });

  test('a webhook that is switched off gives up what waits, and is told of what comes after it is on again', async () => {
    using scene = open();
    const { webhooks } = scene;
    const ada = await waiting(scene, 2);
    expect(await webhooks.changeWebhook(ada, 1, { isOn: false }, 30)).toMatchObject({
      ...{ state: 'off', waiting: 0, failed: 2 },
    });
    await save(scene, ada, [version(20, 2, 3)]);
    expect(await webhooks.dueWebhooks(1_000, 10)).toEqual([]);
    await webhooks.forgetEvents(ada, 100);
    await webhooks.changeWebhook(ada, 1, { isOn: true }, 40);
    await save(scene, ada, [version(21, 2, 4)]);
    const [toTake] = await webhooks.eventsToTake(ada, bounds);
    expect(toTake?.events.map(({ version: of }) => of?.id)).toEqual([21]);
  });

  test('a stopped webhook keeps what waits, and goes on with it and with what came meanwhile', async () => {
    using scene = open();
    const { webhooks } = scene;
    const ada = await waiting(scene, 2);
    const name = { userId: ada, webhookId: 1 };
    const health = { failures: 9, failingSince: 3, stops: true, retriesAside: false };
    const later = { state: 'waiting', lane: 'line', dueAt: 5_000 } as const;
    await webhooks.settleAttempt(
      name,
      settled(await next(scene, ada), { status: null, problem: 'timeout', next: later, webhook: health }),
    );
    expect(await webhooks.listWebhooks(ada)).toMatchObject([
      { state: 'stopped', failingSince: 3, waiting: 2 },
    ]);
    expect(await webhooks.dueWebhooks(9_000, 10)).toEqual([]);
    await save(scene, ada, [version(20, 2, 3)]);
    expect(await webhooks.eventsToTake(ada, bounds)).toEqual([]);
    await webhooks.changeWebhook(ada, 1, { isOn: true }, 40);
    expect(await next(scene, ada, 40)).toMatchObject({ number: 1, failures: 0, failingSince: null });
    await takeAll(scene, ada, 40);
    expect(await webhooks.listWebhooks(ada)).toMatchObject([{ state: 'on', waiting: 3 }]);
  });

  test('what failed or was delivered is sent again where a person asks, also of a webhook that is off', async () => {
    using scene = open();
    const { webhooks } = scene;
    const ada = await waiting(scene, 2);
    const name = { userId: ada, webhookId: 1 };
    await webhooks.settleAttempt(name, settled(await next(scene, ada)));
    await webhooks.changeWebhook(ada, 1, { isOn: false }, 30);
    expect(await webhooks.askAgain(ada, 1, 'failed', 40)).toBe(1);
    expect(await webhooks.askAgain(ada, 1, 1, 40)).toBe(1);
    expect(await webhooks.askAgain(ada, 1, 99, 40)).toBe(0);
    expect(await webhooks.askAgain(ada, 2, 1, 40)).toBeUndefined();
    expect(await next(scene, ada, 40)).toMatchObject({ number: 1, lane: 'asked' });
    expect(await webhooks.listWebhooks(ada)).toMatchObject([{ waiting: 2, failed: 0 }]);
    const answers = [1, 2].map((at) =>
      webhooks.askForDelivery(ada, 1, message(`p${at}`), { at: 50, most: 3 }),
    );
    const oneOfBoth = expect.arrayContaining([expect.objectContaining({ number: 3 }), 'full']);
    expect(await Promise.all(answers)).toEqual(oneOfBoth);
  });

  test('both secrets sign until the former one ends', async () => {
    using scene = open();
    const ada = await waiting(scene, 1);
    expect(await scene.webhooks.replaceSecret(ada, 1, 'whsec_new', 100)).toBe(true);
    expect(await next(scene, ada, 99)).toMatchObject({ secret: 'whsec_new', previousSecret: 'whsec_1' });
    expect(await next(scene, ada, 100)).toMatchObject({ secret: 'whsec_new', previousSecret: null });
    expect(await scene.webhooks.replaceSecret(ada, 2, 'whsec_new', 100)).toBe(false);
  });

  test('of what was settled the latest is kept, and is listed in pages', async () => {
    using scene = open();
    const { webhooks } = scene;
    const ada = await waiting(scene, 0);
    for (let at = 1; at <= keptDeliveries.delivered + 3; at += 1) {
      await webhooks.askForDelivery(ada, 1, message(`m${at}`), { at, most: 10 });
      await webhooks.settleAttempt({ userId: ada, webhookId: 1 }, settled(await next(scene, ada, at)));
    }
    const all = await webhooks.listDeliveries(ada, 1, { state: 'delivered', before: null, most: 1_000 });
    expect([all?.length, all?.at(0)?.number, all?.at(-1)?.number]).toEqual([100, 103, 4]);
    const page = await webhooks.listDeliveries(ada, 1, { state: null, before: 6, most: 10 });
    expect(page?.map(({ number }) => number)).toEqual([5, 4]);
    expect(await webhooks.listDeliveries(ada, 2, { state: null, before: null, most: 10 })).toBeUndefined();
  });

  test('events that all have taken are forgotten, and the oldest where too many wait are counted as skipped', async () => {
    using scene = open();
    const { webhooks } = scene;
    const [ada] = scene.users;
    await webhooks.addWebhook(ada, hook(1), 10);
    await webhooks.addWebhook(ada, hook(2, { events: ['label.moved'] }), 10);
    await save(scene, ada, [project(1), prompt(2, 1, 'a')]);
    await save(
      scene,
      ada,
      [1, 2, 3, 4, 5].map((number) => version(10 + number, 2, number)),
    );
    await webhooks.forgetEvents(ada, 3);
    const toTake = await webhooks.eventsToTake(ada, bounds);
    expect(toTake.map(({ events }) => events.length)).toEqual([3, 3]);
    expect(await webhooks.listWebhooks(ada)).toMatchObject([{ skipped: 2 }, { skipped: 0 }]);
    await takeAll(scene, ada);
    await webhooks.forgetEvents(ada, 3);
    expect(await webhooks.usersWithEvents()).toEqual([]);
    await webhooks.removeWebhook(ada, 1);
    await webhooks.removeWebhook(ada, 2);
    await save(scene, ada, [version(20, 2, 6)]);
    await webhooks.addWebhook(ada, hook(3), 10);
    expect(await webhooks.eventsToTake(ada, bounds)).toEqual([]);
  });

  test('a disabled account sends nothing, and an erased one leaves nothing', async () => {
    using scene = open();
    const { webhooks, administration } = scene;
    const ada = await waiting(scene, 3);
    await administration.disable(ada, 30);
    expect(await webhooks.dueWebhooks(1_000, 10)).toEqual([]);
    await administration.enable(ada);
    expect(await webhooks.dueWebhooks(1_000, 10)).toHaveLength(1);
    await save(scene, ada, [version(20, 2, 9)]);
    await administration.markDeleted(ada, 30);
    await administration.eraseAccount(ada);
    expect(await webhooks.listWebhooks(ada)).toEqual([]);
    expect(await webhooks.usersWithEvents()).toEqual([]);
    expect(await webhooks.listDeliveries(ada, 1, { state: null, before: null, most: 10 })).toBeUndefined();
  });
}
