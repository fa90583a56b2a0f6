import { type PointerEvent, useEffect, useRef, useSyncExternalStore } from 'react';
import { LuCircleAlert, LuX } from 'react-icons/lu';
import type { Toast, ToasterStore } from './toaster-store.ts';
import { topmostAttribute } from './topmost.ts';
import './toaster.css';

export const toasterHotkey = 'F8';
/** How far to the right, in pixels, a toast must be swiped to go. */
export const swipeThreshold = 50;
/** Below this a press is a press: the close button inside still gets its click. */
const swipeStart = 6;

/** The one place where notifications show. Both live regions are there before anything is said in them. */
export function Toaster({ toaster }: { readonly toaster: ToasterStore }) {
  const toast = useSyncExternalStore(toaster.subscribe, toaster.shown);
  const region = useRef<HTMLElement>(null);
  const cameFrom = useRef<Element | null>(null);

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== toasterHotkey || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey)
        return;
      if (!toaster.shown() || !region.current || region.current.contains(document.activeElement)) return;
      event.preventDefault();
      cameFrom.current = document.activeElement;
      region.current.focus();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toaster]);

  const shownId = toast?.id;
  useEffect(() => {
    if (shownId !== undefined) return;
    // The toast is gone, and a pointer or a focus that was on it has left without a word.
    toaster.release('pointer');
    toaster.release('focus');
    if (document.activeElement === region.current || document.activeElement === document.body) {
      if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    }
    cameFrom.current = null;
  }, [shownId, toaster]);

  const card = toast && (
    <ToastCard key={toast.id} toast={toast} onDismiss={() => toaster.dismiss(toast.id)} />
  );
  return (
    <section
      ref={region}
      className="ui-toasts"
      aria-label={`Notifications (${toasterHotkey})`}
      tabIndex={-1}
      {...topmostAttribute}
      onPointerEnter={() => toaster.hold('pointer')}
      onPointerLeave={() => toaster.release('pointer')}
      onFocus={() => toaster.hold('focus')}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) toaster.release('focus');
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        toaster.dismiss();
      }}
    >
      <div role="status" aria-live="polite" aria-atomic="true">
        {toast?.kind === 'default' && card}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="true">
        {toast?.kind === 'destructive' && card}
      </div>
    </section>
  );
}

function ToastCard({ toast, onDismiss }: { readonly toast: Toast; readonly onDismiss: () => void }) {
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
    if (event.type === 'pointerup' && distance >= swipeThreshold) onDismiss();
  }

  return (
    <div
      className="ui-toast"
      data-kind={toast.kind}
      onPointerDown={(event) => {
        if (event.isPrimary && event.button === 0) pressedAt.current = event.clientX;
      }}
      onPointerMove={follow}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      {toast.kind === 'destructive' && <LuCircleAlert className="ui-toast-sign" aria-hidden="true" />}
      <div className="ui-toast-words">
        <p className="ui-toast-title">{toast.title}</p>
        {toast.description !== undefined && <p className="ui-toast-description">{toast.description}</p>}
      </div>
      <button type="button" className="ui-toast-close" aria-label="Dismiss notification" onClick={onDismiss}>
        <LuX aria-hidden="true" />
      </button>
    </div>
  );
}
