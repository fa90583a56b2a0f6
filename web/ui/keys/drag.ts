/**
 * Follows a pointer that drags something, from the press on: nothing is dragged before it has moved, and the press stays
 * a click until then. What is dragged may leave the page meanwhile, as rows of a virtual list do.
 */
import { pressedKey } from './pressed-key.ts';

export type DragPoint = { readonly x: number; readonly y: number };

export interface Drag {
  /** Goes with the pointer. */
  readonly name: string;
  /** Scrolls where the pointer is at its edges. */
  readonly scroller: Element | null;
  /**
   * By a finger that is held: a menu may have opened, and it begins when the finger moves. Without it the finger is on a
   * grip, where it may rest and opens no menu.
   */
  readonly held?: true;
  /** Before the first move. */
  onBegin?(): void;
  /** Also where the list has scrolled under a pointer at rest. */
  onMove(point: DragPoint): void;
  onDrop(point: DragPoint): void;
  /** It is over, wherever it ended. */
  onEnd(): void;
}

/** In pixels: less is the shake of a press; so near an edge it scrolls, and so far in a frame. */
const [slack, edge, mostScrolled] = [5, 48, 14];
/** A finger that only opens a menu moves so far. */
const heldSlack = 12;

export function followDrag(start: PointerEvent, drag: Drag): void {
  const { name, scroller, held = false, onBegin, onMove, onDrop, onEnd } = drag;
  const events = new AbortController();
  let point: DragPoint = { x: start.clientX, y: start.clientY };
  let label: HTMLElement | null = null;
  let frame = 0;

  function begin(): void {
    onBegin?.();
    label = drawLabel(name);
    document.documentElement.dataset.dragging = '';
    frame = requestAnimationFrame(scrollAtEdges);
  }
  function stop(): void {
    events.abort();
    cancelAnimationFrame(frame);
    if (label === null) return;
    label.remove();
    delete document.documentElement.dataset.dragging;
    swallowClick();
    onEnd();
  }
  function scrollAtEdges(): void {
    frame = requestAnimationFrame(scrollAtEdges);
    if (scroller !== null && scrolls(scroller, point)) onMove(point);
  }
  const on = <Name extends keyof DocumentEventMap>(
    type: Name,
    run: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(type, run, { capture: true, signal: events.signal });

  on('pointermove', (event) => {
    if (event.pointerId !== start.pointerId) return;
    point = { x: event.clientX, y: event.clientY };
    if (label === null) {
      if (Math.hypot(point.x - start.clientX, point.y - start.clientY) < (held ? heldSlack : slack)) return;
      begin();
    }
    label?.style.setProperty('translate', `${point.x + 12}px ${point.y + 12}px`);
    onMove(point);
  });
  on('pointerup', (event) => {
    if (event.pointerId !== start.pointerId) return;
    if (label !== null) onDrop({ x: event.clientX, y: event.clientY });
    stop();
  });
  on('pointercancel', stop);
  on('contextmenu', (event) => {
    if (label !== null) event.preventDefault();
    else if (!held && start.pointerType === 'touch') swallow(event);
    else if (!held) stop();
  });
  if (held) keepFromScrolling(events.signal);
  on('keydown', (event) => {
    if (pressedKey(event) !== 'Escape' || label === null) return;
    swallow(event);
    stop();
  });
}

/** A page that scrolls takes the finger away. */
function keepFromScrolling(signal: AbortSignal): void {
  const options = { capture: true, passive: false, signal };
  document.addEventListener('touchmove', (event) => event.preventDefault(), options);
}

function drawLabel(name: string): HTMLElement {
  const label = document.createElement('div');
  label.className = 'ui-drag';
  label.textContent = name;
  label.setAttribute('aria-hidden', 'true');
  document.body.append(label);
  return label;
}

/** Scrolls where the point is at an edge; returns whether anything has moved. */
function scrolls(scroller: Element, { x, y }: DragPoint): boolean {
  const { left, top } = scroller.getBoundingClientRect();
  const [before, above] = [scroller.scrollLeft, scroller.scrollTop];
  scroller.scrollBy({
    left: stepAt(x - left, scroller.clientWidth),
    top: stepAt(y - top, scroller.clientHeight),
    behavior: 'instant',
  });
  return scroller.scrollLeft !== before || scroller.scrollTop !== above;
}

/** Returns how far to scroll for a pointer at this place of a length: the nearer the edge, the further. */
function stepAt(place: number, length: number): number {
  const [before, after] = [edge - place, place - (length - edge)];
  if (before > 0) return -mostScrolled * Math.min(before / edge, 1);
  return after > 0 ? mostScrolled * Math.min(after / edge, 1) : 0;
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The click that a browser sends after the drop belongs to the drag. */
function swallowClick(): void {
  document.addEventListener('click', swallow, { capture: true });
  // It comes before the next task, or not at all.
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
}
