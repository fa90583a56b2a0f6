import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../testing/manual-clock.ts';
import { watchLongPress } from './long-press.ts';

let clock: ManualClock;
let stop: () => void;
let row: HTMLElement;
let seen: string[];

beforeEach(() => {
  clock = manualClock();
  stop = watchLongPress(clock);
  seen = [];
  row = document.createElement('button');
  row.addEventListener('contextmenu', (event) => {
    event.preventDefault();
    seen.push(`menu at ${event.clientX}`);
  });
  row.addEventListener('click', () => seen.push('click'));
  document.body.append(row);
});
afterEach(() => {
  stop();
  row.remove();
});

function pointer(type: string, { x = 5, pointerType = 'touch', isPrimary = true } = {}): void {
  row.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      clientX: x,
      clientY: 5,
      pointerType,
      isPrimary,
    }),
  );
}

test('a finger that is held opens the menu, and its leaving is no press', () => {
  pointer('pointerdown');
  pointer('pointermove', { x: 12 });
  clock.pass(499);
  expect(seen).toEqual([]);
  clock.pass(1);
  expect(seen).toEqual(['menu at 5']);
  pointer('pointerup');
  row.click();
  expect(seen).toEqual(['menu at 5']);
  pointer('pointerdown');
  pointer('pointerup');
  row.click();
  clock.pass(1000);
  expect(seen).toEqual(['menu at 5', 'click']);
});

test.each([
  ['a finger that moves', () => pointer('pointermove', { x: 30 })],
  ['a finger that leaves', () => pointer('pointerup')],
  ['a finger that begins to scroll', () => pointer('pointercancel')],
])('%s opens no menu', (_what, happens) => {
  pointer('pointerdown');
  clock.pass(300);
  happens();
  clock.pass(1000);
  expect(seen).toEqual([]);
});

test('a mouse that is held opens no menu, nor does a second finger', () => {
  pointer('pointerdown', { pointerType: 'mouse' });
  clock.pass(1000);
  pointer('pointerdown', { isPrimary: false });
  clock.pass(1000);
  expect(seen).toEqual([]);
});

test('a held press on what has no menu stays a press', () => {
  const plain = document.createElement('button');
  plain.addEventListener('click', () => seen.push('plain'));
  row.replaceWith(plain);
  plain.dispatchEvent(
    new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch', isPrimary: true }),
  );
  clock.pass(600);
  plain.click();
  plain.remove();
  expect(seen).toEqual(['plain']);
});
