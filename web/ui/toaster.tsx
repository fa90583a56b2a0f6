import { Button } from '@chakra-ui/react';
import { type PointerEvent, type RefObject, useEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { LuCircleAlert, LuX } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { pressedKey } from './pressed-key.ts';
import { measures } from './theme/measures.ts';
import type { Toast, ToastAction, ToasterStore } from './toaster-store.ts';
import { topmostAttribute } from './topmost.ts';
import './toaster.css';

const toasterHotkey = 'F8';
/** Below this a press is a press: the close button inside still gets its click. */
const swipeStart = 6;

/**
 * The one place where notifications show. Both live regions are there before anything is put into them. It
 * hangs at the body, marked as an announcer, so that an open dialog does not hide it from screen readers.
 */
export function Toaster({ toaster }: { readonly toaster: ToasterStore }) {
  const toast = useSyncExternalStore(toaster.subscribe, toaster.shown);
  const region = useRef<HTMLElement>(null);
  useReachableByKeyboard(toaster, region, toast?.id);

  const hasCome = usePointerThatCame();

  const card = toast && (
    <ToastCard
      key={toast.id}
      toast={toast}
      onEnter={(event) => hasCome(event) && toaster.hold('pointer')}
      onLeave={() => toaster.release('pointer')}
      onDismiss={() => toaster.dismiss(toast.id)}
    />
  );
  return createPortal(
    <section
      ref={region}
      className="ui-toasts"
      aria-label={t('Notifications ({key})', { key: toasterHotkey })}
      tabIndex={-1}
      data-live-announcer=""
      {...topmostAttribute}
    >
      <div role="status" aria-live="polite" aria-atomic="true">
        {toast?.kind === 'default' && card}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="true">
        {toast?.kind === 'destructive' && card}
      </div>
    </section>,
    document.body,
  );
}

/**
 * F8 brings the focus here, Esc dismisses, and the focus goes back to where it was. The events are caught on
 * the window, before the document: an open dialog listens there, and would take the focus back and close
 * itself on the Esc that was meant for the toast.
 */
function useReachableByKeyboard(
  toaster: ToasterStore,
  region: RefObject<HTMLElement | null>,
  shownId: number | undefined,
): void {
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    const events = new AbortController();
    const options = { capture: true, signal: events.signal };
    const inside = (target: EventTarget | null) =>
      target instanceof Node && region.current?.contains(target) === true;

    function onKey(event: KeyboardEvent): void {
      const plain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
      if (
        plain &&
        pressedKey(event) === toasterHotkey &&
        toaster.shown() &&
        !inside(document.activeElement)
      ) {
        event.preventDefault();
        cameFrom.current = document.activeElement;
        region.current?.focus();
      }
      if (pressedKey(event) === 'Escape' && inside(document.activeElement)) {
        event.stopPropagation();
        toaster.dismiss();
      }
    }
    function onFocus(event: FocusEvent): void {
      if (!inside(event.target)) return;
      event.stopPropagation();
      toaster.hold('focus');
    }
    function onBlur(event: FocusEvent): void {
      if (inside(event.target) && !inside(event.relatedTarget)) toaster.release('focus');
    }
    window.addEventListener('keydown', onKey, options);
    window.addEventListener('focusin', onFocus, options);
    window.addEventListener('focusout', onBlur, options);
    return () => events.abort();
  }, [toaster, region]);

  useEffect(() => {
    if (shownId !== undefined) return;
    const focusWasHere =
      document.activeElement === region.current || document.activeElement === document.body;
    if (focusWasHere && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    cameFrom.current = null;
  }, [shownId, region]);
}

/**
 * Returns whether the pointer that enters has moved to there. A toast that appears under a pointer at rest is entered
 * too, at the very place where that pointer was seen last.
 */
function usePointerThatCame(): (event: PointerEvent) => boolean {
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null);
  useEffect(() => {
    const events = new AbortController();
    const options = { capture: true, passive: true, signal: events.signal };
    const follow = ({ clientX, clientY }: globalThis.PointerEvent) => {
      last.current = { x: clientX, y: clientY };
    };
    window.addEventListener('pointermove', follow, options);
    window.addEventListener('pointerdown', follow, options);
    return () => events.abort();
  }, []);
  return ({ clientX, clientY }) => last.current?.x !== clientX || last.current.y !== clientY;
}

type ToastCardProps = {
  readonly toast: Toast;
  onEnter(event: PointerEvent): void;
  onLeave(): void;
  onDismiss(): void;
};

function ToastCard({ toast, onEnter, onLeave, onDismiss }: ToastCardProps) {
  const pressedAt = useRef<number | undefined>(undefined);

  function travelled(event: PointerEvent<HTMLElement>): number {
    return pressedAt.current === undefined ? 0 : Math.max(0, event.clientX - pressedAt.current);
  }

  function follow(event: PointerEvent<HTMLElement>): void {
    const distance = travelled(event);
    if (distance < swipeStart) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.dataset.swiping = '';
    event.currentTarget.style.setProperty('--toast-swipe', `${distance}px`);
  }

  function letGo(event: PointerEvent<HTMLElement>): void {
    const distance = travelled(event);
    pressedAt.current = undefined;
    delete event.currentTarget.dataset.swiping;
    event.currentTarget.style.removeProperty('--toast-swipe');
    if (event.type === 'pointerup' && distance >= measures.toastSwipePx) onDismiss();
  }

  return (
    <div
      className="ui-toast"
      data-kind={toast.kind}
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      onPointerDown={(event) => {
        if (event.isPrimary && event.button === 0) pressedAt.current = event.clientX;
      }}
      onPointerMove={follow}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {toast.kind === 'destructive' && <LuCircleAlert className="ui-toast-sign" aria-hidden="true" />}
      <div className="ui-toast-words">
        <p className="ui-toast-title">{t(toast.title)}</p>
        {toast.description !== undefined && <p className="ui-toast-description">{t(toast.description)}</p>}
        {toast.action !== undefined && <ToastButton action={toast.action} onDismiss={onDismiss} />}
      </div>
      <button
        type="button"
        className="ui-toast-close"
        aria-label={t('Dismiss notification')}
        onClick={onDismiss}
      >
        <LuX aria-hidden="true" />
      </button>
    </div>
  );
}

function ToastButton({
  action,
  onDismiss,
}: {
  readonly action: ToastAction;
  readonly onDismiss: () => void;
}) {
  return (
    <Button
      size="sm"
      className="ui-toast-action"
      onClick={() => {
        onDismiss();
        // Once the focus is back where it was: what opens returns it there.
        setTimeout(action.run);
      }}
    >
      {action.label}
    </Button>
  );
}
