import { chakra } from '@chakra-ui/react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { Clock } from '../clock.ts';
import { type ShownTooltip, watchTooltipTargets } from './tooltip-targets.ts';

const gap = 6;
const margin = 8;

/**
 * The one tooltip of the page. Any element that has `data-tooltip="…"` gets it; the text must be known to everybody by
 * other means too (a name, the full text on a press).
 *
 * Chakra's tooltip is a state machine for each element, which a long list would pay for each row, and shows without a
 * delay only while another one is still there: the delays here are 700 ms, and none within 300 ms of the last tooltip.
 */
export function TooltipLayer({ clock }: { readonly clock: Clock }) {
  const id = useId();
  const bubble = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ShownTooltip | undefined>(undefined);

  useEffect(() => watchTooltipTargets({ clock, bubble: () => bubble.current, onShown: setShown }), [clock]);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element || !shown) return;
    const { target, text } = shown;
    // Above everything, a dialog included, without a place in its stacking.
    element.showPopover();
    place(element, target.getBoundingClientRect());
    const describes = target.getAttribute('aria-label') !== text && !target.hasAttribute('aria-describedby');
    if (describes) target.setAttribute('aria-describedby', id);
    return () => {
      element.hidePopover();
      if (describes && target.getAttribute('aria-describedby') === id)
        target.removeAttribute('aria-describedby');
    };
  }, [shown, id]);

  if (shown === undefined) return null;
  return createPortal(
    <chakra.div
      ref={bubble}
      id={id}
      role="tooltip"
      popover="manual"
      position="fixed"
      pointerEvents="none"
      m="0"
      maxW="min(20rem, 100vw - 1rem)"
      px="2"
      py="1"
      border="0"
      // Its edge, where the system sets the colours.
      outline="1px solid transparent"
      borderRadius="sm"
      bg="bg.inverted"
      color="fg.inverted"
      fontSize="xs"
      fontWeight="medium"
      lineHeight="normal"
      overflowWrap="anywhere"
      boxShadow="md"
    >
      {shown.text}
    </chakra.div>,
    partOfPage(shown.target),
  );
}

/** The landmark or the dialog that an element is in: what an open dialog hides, it hides with its tooltips. */
function partOfPage(target: Element): Element {
  return target.closest('[role=dialog], [role=alertdialog], main, nav, header, aside') ?? document.body;
}

function place(bubble: HTMLElement, target: DOMRect): void {
  const { width, height } = bubble.getBoundingClientRect();
  const below = target.bottom + gap;
  const top =
    below + height + margin <= window.innerHeight ? below : Math.max(margin, target.top - gap - height);
  const centred = target.left + target.width / 2 - width / 2;
  const left = Math.max(margin, Math.min(centred, window.innerWidth - width - margin));
  bubble.style.setProperty('inset', `${top}px auto auto ${left}px`);
}
