import type { Clock } from '../clock.ts';
import { measures } from '../theme/measures.ts';

/** Long enough for the pointer to cross the gap and rest on the tooltip itself. */
const leaveGrace = 100;

export interface TooltipTiming<Target> {
  readonly pointerEnters: (target: Target) => void;
  readonly pointerLeaves: () => void;
  readonly focusEnters: (target: Target) => void;
  /** Pressed, typed, scrolled, Esc: away at once, and not again for the same visit of the pointer. */
  readonly hideNow: () => void;
}

/** Decides when a tooltip shows. Calls `onChange` with what is shown now, or undefined. */
export function createTooltipTiming<Target>(
  clock: Clock,
  onChange: (target: Target | undefined) => void,
): TooltipTiming<Target> {
  let over: Target | undefined;
  let shown: Target | undefined;
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let callOff: (() => void) | undefined;

  function turn(target: Target | undefined): void {
    callOff?.();
    callOff = undefined;
    if (target === shown) return;
    if (shown !== undefined && target === undefined) hiddenAt = clock.now();
    shown = target;
    onChange(target);
  }

  function later(milliseconds: number, target: Target | undefined): void {
    callOff?.();
    callOff = clock.after(milliseconds, () => turn(target));
  }

  return {
    pointerEnters(target) {
      if (target === over) {
        // Back before the grace was over.
        if (target === shown) turn(target);
        return;
      }
      over = target;
      if (shown !== undefined || clock.now() - hiddenAt < measures.tooltipSkipDelayMs) turn(target);
      else later(measures.tooltipDelayMs, target);
    },
    pointerLeaves() {
      if (over === undefined) return;
      over = undefined;
      if (shown === undefined) turn(undefined);
      else later(leaveGrace, undefined);
    },
    focusEnters: turn,
    hideNow: () => turn(undefined),
  };
}
