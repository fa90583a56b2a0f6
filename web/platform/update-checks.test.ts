import { expect, test } from 'vitest';
import { scheduleUpdateChecks, type WatchedPage } from './update-checks.ts';

/** A page whose clock and events are in the test's hand, and the times in seconds at which it checked. */
function scene() {
  const target = new EventTarget();
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
  });
  const intervals: (() => void)[] = [];
  const checked: number[] = [];
  let seconds = 0;
  const page: WatchedPage = {
    addEventListener: target.addEventListener.bind(target),
    setInterval(run: TimerHandler) {
      if (typeof run === 'function') intervals.push(() => run());
      return intervals.length;
    },
    document,
    performance: { now: () => seconds * 1000 },
  };
  scheduleUpdateChecks(page, () => checked.push(seconds));
  return {
    checked,
    at(time: number, happens: 'online' | 'visible' | 'hidden' | 'hour') {
      seconds = time;
      if (happens === 'online') target.dispatchEvent(new Event('online'));
      else if (happens === 'hour') for (const run of intervals) run();
      else {
        document.visibilityState = happens;
        document.dispatchEvent(new Event('visibilitychange'));
      }
    },
  };
}

test('a page asks for a new version when it is shown again and when the network is back, and every hour', () => {
  const { checked, at } = scene();
  at(100, 'visible');
  at(200, 'online');
  at(3600, 'hour');
  expect(checked).toEqual([100, 200, 3600]);
});

test('a page that is hidden asks for nothing', () => {
  const { checked, at } = scene();
  at(100, 'hidden');
  expect(checked).toEqual([]);
});

test('a page asks at most once a minute, and not in its first one', () => {
  const { checked, at } = scene();
  at(59, 'visible');
  at(60, 'online');
  at(61, 'visible');
  at(119, 'online');
  at(120, 'online');
  expect(checked).toEqual([60, 120]);
});
