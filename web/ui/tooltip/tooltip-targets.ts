import type { Clock } from '../clock.ts';
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

/** The pointer goes to one of these where the tooltip covers it. */
const controls = 'a, button, input, select, textarea, [tabindex]';

/**
 * Follows the pointer and the focus over elements with `data-tooltip`; returns how to stop. The tooltip itself takes no
 * pointer, so that it never keeps anybody from a control that it covers.
 */
export function watchTooltipTargets({ clock, bubble, onShown }: TooltipTargets): () => void {
  const timing = createTooltipTiming<Element>(clock, (target) => {
    const text = target?.getAttribute('data-tooltip');
    onShown(target?.isConnected && text ? { target, text } : undefined);
  });
  const restsOnBubble = ({ target, clientX, clientY }: PointerEvent) => {
    const area = bubble()?.getBoundingClientRect();
    if (area === undefined || !(target instanceof Element) || target.closest(controls) !== null) return false;
    const isInside = clientX >= area.left && clientX <= area.right;
    return isInside && clientY >= area.top && clientY <= area.bottom;
  };
  let over: Element | undefined;

  const events = new AbortController();
  const { signal } = events;
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    listener: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, listener, { capture: true, passive: true, signal });

  function follow(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    // The pointer may rest on the tooltip: it counts as resting on what it belongs to.
    const target = targetOf(event) ?? (restsOnBubble(event) ? over : undefined);
    if (target) {
      over = target;
      timing.pointerEnters(target);
    } else timing.pointerLeaves();
  }

  on('pointerover', follow);
  on('pointermove', (event) => {
    if (bubble() !== null) follow(event);
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
