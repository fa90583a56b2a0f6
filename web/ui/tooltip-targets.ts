import type { Clock } from './clock.ts';
import { createTooltipTiming } from './tooltip-timing.ts';

/** An element with a tooltip, and the text of that. */
export interface ShownTooltip {
  readonly target: Element;
  readonly text: string;
}

export interface TooltipTargets {
  readonly clock: Clock;
  /** Null while no tooltip is drawn. */
  bubble(): HTMLElement | null;
  onShown(shown: ShownTooltip | undefined): void;
}

/** Follows the pointer and the focus over elements with `data-tooltip`; returns how to stop. */
export function watchTooltipTargets({ clock, bubble, onShown }: TooltipTargets): () => void {
  const timing = createTooltipTiming<Element>(clock, (target) => {
    const text = target?.getAttribute('data-tooltip');
    onShown(target?.isConnected && text ? { target, text } : undefined);
  });
  const inBubble = (event: Event) => event.target instanceof Node && bubble()?.contains(event.target);
  let over: Element | undefined;

  const events = new AbortController();
  const { signal } = events;
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, passive: true, signal });

  on('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    // The pointer may rest on the tooltip: it counts as resting on what it belongs to.
    const target = inBubble(event) ? over : (targetOf(event) ?? undefined);
    if (target) {
      over = target;
      timing.pointerEnters(target);
    } else timing.pointerLeaves();
  });
  on('focusin', (event) => {
    const target = targetOf(event);
    if (target?.matches(':focus-visible')) timing.focusEnters(target);
    else timing.hideNow();
  });
  on('focusout', timing.hideNow);
  on('pointerdown', timing.hideNow);
  on('keydown', timing.hideNow);
  on('scroll', timing.hideNow);
  document.documentElement.addEventListener('pointerleave', timing.pointerLeaves, { signal });
  return () => {
    events.abort();
    timing.hideNow();
  };
}

function targetOf({ target }: Event): Element | null {
  return target instanceof Element ? target.closest('[data-tooltip]') : null;
}
