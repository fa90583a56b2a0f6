import type { Clock } from '../clock.ts';

/** Milliseconds and pixels: as long as the platforms take it for a press that is held, and as still as a finger can be. */
const heldFor = 500;
const slack = 10;

/**
 * Opens the menu of what a finger is held on: sends the `contextmenu` event that a mouse's other button sends, because
 * Safari on a phone sends none. A browser that has sent its own first is left alone; a later one, and the click when
 * the finger leaves, belong to the press that opened the menu, and go nowhere.
 */
export function watchLongPress(clock: Clock): () => void {
  const events = new AbortController();
  let start: PointerEvent | undefined;
  let callOff: (() => void) | undefined;
  let hasOpened = false;

  function stop(): void {
    callOff?.();
    callOff = undefined;
  }
  function open({ target, clientX, clientY }: PointerEvent): void {
    const asked = new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY });
    target?.dispatchEvent(asked);
    hasOpened = asked.defaultPrevented;
  }
  function swallow(event: Event): void {
    event.preventDefault();
    event.stopPropagation();
  }
  const on = <Name extends keyof DocumentEventMap>(
    name: Name,
    run: (event: DocumentEventMap[Name]) => void,
  ) => document.addEventListener(name, run, { capture: true, signal: events.signal });

  on('pointerdown', (event) => {
    stop();
    hasOpened = false;
    start = event;
    if (event.pointerType === 'touch' && event.isPrimary) callOff = clock.after(heldFor, () => open(event));
  });
  on('pointermove', ({ clientX, clientY }) => {
    if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) > slack) stop();
  });
  on('pointerup', stop);
  on('pointercancel', stop);
  on('contextmenu', (event) => {
    if (!event.isTrusted) return;
    stop();
    if (hasOpened) swallow(event);
  });
  on('click', (event) => {
    if (hasOpened) swallow(event);
    hasOpened = false;
  });
  return () => {
    stop();
    events.abort();
  };
}

/** Runs when the menu of what a finger has pressed is asked for, as long as the finger is down. */
export function whenHeld({ pointerId }: PointerEvent, run: () => void): void {
  const events = new AbortController();
  const options = { capture: true, signal: events.signal };
  const leave = (event: PointerEvent) => {
    if (event.pointerId === pointerId) events.abort();
  };
  document.addEventListener('pointerup', leave, options);
  document.addEventListener('pointercancel', leave, options);
  const held = () => {
    events.abort();
    run();
  };
  document.addEventListener('contextmenu', held, options);
}
