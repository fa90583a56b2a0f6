import { expect, test } from 'vitest';
import { manualClock } from '../ui/testing/manual-clock.ts';
import { otherTabs, type TabChannel } from './other-tabs.ts';

function browser() {
  const pages: { listeners: Set<(message: unknown) => void> }[] = [];
  const clock = manualClock();
  let names = 0;
  const channel = (): TabChannel => {
    const mine = { listeners: new Set<(message: unknown) => void>() };
    pages.push(mine);
    return {
      post(message) {
        for (const page of pages) {
          if (page !== mine) for (const listener of page.listeners) listener(structuredClone(message));
        }
      },
      listen(listener) {
        mine.listeners.add(listener);
        return () => mine.listeners.delete(listener);
      },
    };
  };
  const tab = () => {
    names += 1;
    let drawn = 0;
    const name = `tab ${names}`;
    return otherTabs({
      channel: channel(),
      clock,
      newName() {
        drawn += 1;
        return `${name}.${drawn}`;
      },
    });
  };
  return { clock, tab };
}

const request = { userId: 1, leaving: true };

/** Reports at once whether a promise has been settled. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await Promise.resolve();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}

test('a tab that is alone waits only as long as an answer may take', async () => {
  const { clock, tab } = browser();
  const stored = tab().store(request);
  clock.pass(249);
  expect(await isSettled(stored)).toBe(false);
  clock.pass(1);
  await stored;
});

test('a tab that answers is waited for until it has stored what is typed in it', async () => {
  const { clock, tab } = browser();
  let finish = () => {};
  const asked: unknown[] = [];
  tab().answer((question) => {
    asked.push(question);
    return new Promise((resolve) => {
      finish = resolve;
    });
  });
  const stored = tab().store(request);
  clock.pass(1_000);
  expect(await isSettled(stored)).toBe(false);
  finish();
  await stored;
  expect(asked).toEqual([request]);
});

test('a tab that never gets done is waited for three seconds, and no longer', async () => {
  const { clock, tab } = browser();
  tab().answer(() => new Promise(() => {}));
  const stored = tab().store(request);
  clock.pass(2_999);
  expect(await isSettled(stored)).toBe(false);
  clock.pass(1);
  await stored;
});

test('a tab that has nothing of that person open is not waited for', async () => {
  const { clock, tab } = browser();
  tab().answer(() => null);
  const stored = tab().store(request);
  clock.pass(250);
  await stored;
});
