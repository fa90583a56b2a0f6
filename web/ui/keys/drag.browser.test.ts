import { afterEach, expect, test } from 'vitest';
import { followDrag } from './drag.ts';

const menus: Event[] = [];
const countMenu = (event: Event) => menus.push(event);
document.addEventListener('contextmenu', countMenu);
afterEach(() => {
  menus.length = 0;
});

function pointer(type: string, pointerType: string, x: number): PointerEvent {
  const event = new PointerEvent(type, { pointerId: 1, pointerType, clientX: x, clientY: 10, bubbles: true });
  document.body.dispatchEvent(event);
  return event;
}

/** Follows a press of this pointer, and returns what became of it. */
function pressed(pointerType: string, held?: true): string[] {
  const became: string[] = [];
  followDrag(pointer('pointerdown', pointerType, 10), {
    ...{ name: 'One', scroller: null, ...(held && { held }) },
    onMove: ({ x }) => became.push(`over ${x}`),
    onDrop: ({ x }) => became.push(`dropped at ${x}`),
    onEnd: () => became.push('ended'),
  });
  return became;
}

const askForMenu = () =>
  document.body.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));

test('a finger that rests on a grip opens no menu, and drags once it moves', () => {
  const became = pressed('touch');
  expect(askForMenu()).toBe(false);
  expect(menus).toEqual([]);
  pointer('pointermove', 'touch', 60);
  pointer('pointerup', 'touch', 70);
  expect(became).toEqual(['over 60', 'dropped at 70', 'ended']);
});

test('a finger that is held to open a menu opens it, and drags once it moves', () => {
  const became = pressed('touch', true);
  expect(askForMenu()).toBe(true);
  expect(menus).toHaveLength(1);
  pointer('pointermove', 'touch', 60);
  pointer('pointerup', 'touch', 70);
  expect(became).toEqual(['over 60', 'dropped at 70', 'ended']);
});

test('the menu that a press of the mouse opens ends its drag before it began', () => {
  const became = pressed('mouse');
  expect(askForMenu()).toBe(true);
  pointer('pointermove', 'mouse', 60);
  pointer('pointerup', 'mouse', 70);
  expect(became).toEqual([]);
});
