import type { KeyboardEvent } from 'react';
import { pressedKey } from '../keys/pressed-key.ts';

/** Moves the focus from button to button of a bar by the arrow keys (WAI-ARIA toolbar). */
export function moveAlong(event: KeyboardEvent, bar: HTMLElement | null): void {
  const key = pressedKey(event);
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (by === 0 || bar === null) return;
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')].filter((button) =>
    button.checkVisibility(),
  );
  const focused = buttons.find((button) => button.matches(':focus'));
  if (focused === undefined) return;
  const next = buttons[(buttons.indexOf(focused) + by + buttons.length) % buttons.length];
  event.preventDefault();
  next?.focus();
}
