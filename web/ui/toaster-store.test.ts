import { describe, expect, test } from 'vitest';
import { manualClock } from './testing/manual-clock.ts';
import { createToaster } from './toaster-store.ts';

function scene() {
  const clock = manualClock();
  const toaster = createToaster({ clock });
  return { clock, toaster, title: () => toaster.shown()?.title };
}

describe('one toast at a time', () => {
  test('a new one takes the place of the one before, and its own time', () => {
    const { clock, toaster, title } = scene();
    toaster.show({ title: 'first' });
    clock.pass(4000);
    toaster.show({ title: 'second' });
    expect(title()).toBe('second');
    clock.pass(4999);
    expect(title()).toBe('second');
    clock.pass(1);
    expect(title()).toBeUndefined();
  });

  test('a toast stays 5000 ms, or as long as it says', () => {
    const { clock, toaster, title } = scene();
    toaster.show({ title: 'usual' });
    clock.pass(4999);
    expect(title()).toBe('usual');
    clock.pass(1);
    expect(title()).toBeUndefined();
    toaster.show({ title: 'short', duration: 2000 });
    clock.pass(2000);
    expect(title()).toBeUndefined();
    toaster.show({ title: 'for good', duration: Number.POSITIVE_INFINITY });
    clock.pass(1_000_000);
    expect(title()).toBe('for good');
  });

  test('dismissing names the toast that is meant, so that a later one stays', () => {
    const { toaster, title } = scene();
    const first = toaster.show({ title: 'first' });
    toaster.show({ title: 'second' });
    toaster.dismiss(first);
    expect(title()).toBe('second');
    toaster.dismiss();
    expect(title()).toBeUndefined();
  });
});

test('the time of a toast stands still while it is hovered or focused, and goes on from there', () => {
  const { clock, toaster, title } = scene();
  toaster.show({ title: 'read me' });
  clock.pass(3000);
  toaster.hold('pointer');
  toaster.hold('focus');
  clock.pass(60_000);
  toaster.release('pointer');
  clock.pass(60_000);
  expect(title()).toBe('read me');
  toaster.release('focus');
  clock.pass(1999);
  expect(title()).toBe('read me');
  clock.pass(1);
  expect(title()).toBeUndefined();
});
