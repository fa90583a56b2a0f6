import { expect, test } from 'vitest';
import { createLink } from './link.ts';

const kilobyte = 1024;

/** Sends so many pushes, each as large as the link allows; `takes`: what a proxy accepts. Returns their sizes. */
function pushes(link: ReturnType<typeof createLink>, count: number, takes: number) {
  const sizes: { bytes: number; isRefused: boolean }[] = [];
  for (let sent = 0; sent < count; sent += 1) {
    const bytes = link.pushBytes();
    const isRefused = bytes > takes;
    if (isRefused) link.pushTooLarge({ json: bytes, sent: bytes });
    else link.pushPassed({ json: bytes, sent: bytes, ms: 10 });
    sizes.push({ bytes, isRefused });
  }
  return sizes;
}

test('a link on which one small push was refused as too large carries large pushes later', () => {
  const link = createLink();
  link.pushTooLarge({ json: 600, sent: 600 });
  expect(link.pushBytes()).toBeLessThan(600);
  pushes(link, 60, Number.POSITIVE_INFINITY);
  expect(link.pushBytes()).toBeGreaterThan(1024 * kilobyte);
});

test('a link behind a proxy tries ever more rarely what the proxy refuses', () => {
  const link = createLink();
  const sizes = pushes(link, 2000, 1024 * kilobyte);
  expect(sizes.filter(({ isRefused }) => isRefused).length).toBeLessThan(20);
  const late = sizes.slice(1000).filter(({ isRefused }) => !isRefused);
  const mean = late.reduce((sum, { bytes }) => sum + bytes, 0) / late.length;
  expect(mean).toBeGreaterThan(800 * kilobyte);
});

test('a link tries no larger push after pushes that are far below what the proxy accepts', () => {
  const link = createLink();
  pushes(link, 30, 100 * kilobyte);
  const known = link.pushBytes();
  for (let sent = 0; sent < 500; sent += 1) link.pushPassed({ json: 300, sent: 300, ms: 10 });
  expect(link.pushBytes()).toBeLessThanOrEqual(Math.max(known, 100 * kilobyte));
});
