import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { leaseLocks, leaseMs } from './lease-locks.ts';
import { createLeaseStorage } from './lease-storage.ts';

/** Tabs of one browser: each has timers of its own, which stop when it dies or are slowed down when it is hidden. */
function browser() {
  const indexedDb = new IDBFactory();
  const tabs: {
    timers: Set<{ due: number; run(): void }>;
    channel: EventTarget;
    isAlive: boolean;
    slowedTo: number;
  }[] = [];
  let at = Date.parse('2026-01-01T00:00:00Z');

  function openTab() {
    const channel = new EventTarget();
    const tab = { timers: new Set<{ due: number; run(): void }>(), channel, isAlive: true, slowedTo: 0 };
    const holder = `tab ${tabs.length + 1}`;
    tabs.push(tab);
    const locks = leaseLocks({
      storage: createLeaseStorage(indexedDb),
      channel: Object.assign(channel, {
        postMessage(data: unknown) {
          for (const other of tabs) {
            if (other !== tab && other.isAlive)
              other.channel.dispatchEvent(new MessageEvent('message', { data }));
          }
        },
      }),
      holder,
      now: () => at,
      after(ms, run) {
        const timer = { due: at + Math.max(ms, tab.slowedTo), run };
        tab.timers.add(timer);
        return () => tab.timers.delete(timer);
      },
    });
    return {
      ...locks,
      /** Starts a task that lasts until it is ended. */
      async hold(name: string) {
        const events: string[] = [];
        let end = () => {};
        const done = locks.exclusive(name, async (lost) => {
          events.push('begun');
          lost?.addEventListener('abort', () => events.push('lost'));
          await new Promise<void>((resolve) => {
            end = resolve;
          });
        });
        await settled();
        return {
          events,
          end: async () => {
            end();
            await done;
            await settled();
          },
        };
      },
      die: () => {
        tab.isAlive = false;
        tab.timers.clear();
      },
      slowTo: (ms: number) => {
        tab.slowedTo = ms;
      },
    };
  }

  /** Lets time pass; whatever falls due runs in its order, and what it starts in the database ends. */
  async function pass(ms: number): Promise<void> {
    const until = at + ms;
    for (;;) {
      const [next] = tabs
        .flatMap((tab) => [...tab.timers].map((timer) => ({ tab, timer })))
        .sort((a, b) => a.timer.due - b.timer.due);
      if (next === undefined || next.timer.due > until) break;
      next.tab.timers.delete(next.timer);
      at = next.timer.due;
      next.timer.run();
      await settled();
    }
    at = until;
  }

  return {
    openTab,
    pass,
    setClock: (change: number) => {
      at += change;
    },
  };
}

/** Every transaction of the database in memory that is under way ends. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('one tab runs a task under a name, and the next one begins as soon as the first has ended', async () => {
  const { openTab } = browser();
  const first = await openTab().hold('round');
  const second = await openTab().hold('round');
  expect([first.events, second.events]).toEqual([['begun'], []]);
  await first.end();
  expect(second.events).toEqual(['begun']);
  await second.end();
});

test('tabs that ask at the same moment get the lock one after the other', async () => {
  const { openTab, pass } = browser();
  let running = 0;
  const most: number[] = [];
  const tasks = [openTab(), openTab(), openTab()].map((tab) =>
    tab.exclusive('round', async () => {
      running += 1;
      most.push(running);
      await settled();
      running -= 1;
    }),
  );
  await settled();
  await pass(leaseMs * 2);
  await Promise.all(tasks);
  expect(most).toEqual([1, 1, 1]);
});

test('requests of one tab under one name run in their order, and those under another name beside them', async () => {
  const { openTab } = browser();
  const tab = openTab();
  const order: string[] = [];
  const first = await tab.hold('round');
  const queued = ['second', 'third'].map((name) =>
    tab.exclusive('round', async () => {
      order.push(name);
    }),
  );
  await tab.exclusive('files', async () => {
    order.push('files');
  });
  expect(order).toEqual(['files']);
  await first.end();
  await Promise.all(queued);
  expect(order).toEqual(['files', 'second', 'third']);
});

test('the heartbeat of a long task keeps its lease for as long as it lasts', async () => {
  const { openTab, pass } = browser();
  const leader = await openTab().hold('events');
  const waiting = await openTab().hold('events');
  await pass(10 * 60_000);
  expect([leader.events, waiting.events]).toEqual([['begun'], []]);
  await leader.end();
  expect(waiting.events).toEqual(['begun']);
});

test('a tab that dies is followed by another within one lease', async () => {
  const { openTab, pass } = browser();
  const dying = openTab();
  const dead = await dying.hold('events');
  const heir = await openTab().hold('events');
  await pass(2_500);
  dying.die();
  await pass(leaseMs);
  expect([dead.events, heir.events]).toEqual([['begun'], ['begun']]);
});

test('a tab that goes away releases at once, and its lease is not waited for', async () => {
  const { openTab } = browser();
  const going = openTab();
  await going.hold('events');
  const heir = await openTab().hold('events');
  going.releaseAll();
  await settled();
  expect(heir.events).toEqual(['begun']);
});

test('a hidden tab with timers of a minute loses its lease to a visible one, and is told so', async () => {
  const { openTab, pass } = browser();
  const hidden = openTab();
  hidden.slowTo(60_000);
  const slowed = await hidden.hold('events');
  const visible = await openTab().hold('events');
  await pass(leaseMs);
  expect([slowed.events, visible.events]).toEqual([['begun'], ['begun']]);
  await pass(60_000);
  expect([slowed.events, visible.events]).toEqual([['begun', 'lost'], ['begun']]);
  await slowed.end();
  const third = await openTab().hold('events');
  expect(third.events).toEqual([]);
});

test('a lapsed lease that nobody took is renewed', async () => {
  const { openTab, pass } = browser();
  const hidden = openTab();
  hidden.slowTo(60_000);
  const slowed = await hidden.hold('events');
  await pass(60_000);
  const other = await openTab().hold('events');
  expect([slowed.events, other.events]).toEqual([['begun'], []]);
});

test('a clock that was set back does not keep the lease of a dead tab alive', async () => {
  const { openTab, setClock } = browser();
  const dying = openTab();
  await dying.hold('round');
  dying.die();
  setClock(-60 * 60_000);
  expect((await openTab().hold('round')).events).toEqual(['begun']);
});

test('a task that fails releases its lock and rejects with its own error', async () => {
  const { openTab } = browser();
  const failing = openTab().exclusive('round', async () => {
    throw new Error('the database is closed');
  });
  await expect(failing).rejects.toThrow('the database is closed');
  expect((await openTab().hold('round')).events).toEqual(['begun']);
});
