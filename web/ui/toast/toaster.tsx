import { Button, Toaster as ChakraToaster, Portal, Stack, Toast } from '@chakra-ui/react';
import { type MouseEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import { t } from '#shared/language/translate.ts';
import { topmostAttribute, topmostSelector } from '../dialog/topmost.ts';
import { pressedKey } from '../keys/pressed-key.ts';
import { measures } from '../theme/measures.ts';
import { type ToastAction, type ToasterStore, toasterHotkey } from './toaster-store.ts';

/** Below this a press is a press: the close button inside still gets its click. */
const swipeStart = 6;

/** Above a dialog, whose buttons are below. One that has the window leaves the page to scroll, and is not meant. */
const besideDialog = 'body[data-scroll-lock] &';

/**
 * The one place where notifications show. It hangs at the body, marked as an announcer, so that an open dialog does not
 * hide it from screen readers.
 */
export function Toaster({ toaster }: { readonly toaster: ToasterStore }) {
  const { toasts } = toaster;
  const focus = useFocusByKeys(toaster);
  const hasCome = usePointerThatCame();
  // A toast that is not drawn would keep its time, and be shown when it is long past.
  useEffect(() => () => toasts.remove(), [toasts]);

  return (
    <Portal>
      <ChakraToaster
        toaster={toasts}
        aria-label={t('Notifications ({key})', { key: toasterHotkey })}
        // Each toast announces itself: a live region around it would announce it a second time.
        aria-live="off"
        data-live-announcer=""
        {...topmostAttribute}
        width="full"
        maxW="toast-viewport"
        mx="auto"
        outline="none"
        css={{
          // An open dialog gives it the pointer's events; its empty part covers nothing.
          pointerEvents: 'none !important',
          '& > *': { mx: '4', width: 'calc(100% - 2rem)' },
          '&:focus-visible > *': { outline: '2px solid {colors.focus}', outlineOffset: '2px' },
          [besideDialog]: {
            bottom: 'auto !important',
            top: 'calc(var(--titlebar-height) + 0.5rem + var(--first-height)) !important',
          },
        }}
        onMouseLeave={() => {
          // The focus holds it as well.
          if (isInside(document.activeElement)) toasts.pause();
        }}
        onMouseEnter={(event: MouseEvent) => {
          // A toast that appears under a pointer at rest goes in its time.
          if (!hasCome(event)) toasts.resume();
        }}
      >
        {({ id = '', type, title, description, action }) => (
          <ToastCard
            isUrgent={type === 'error'}
            title={t(String(title))}
            description={description === undefined ? undefined : t(String(description))}
            action={action && { label: String(action.label), run: action.onClick }}
            onDismiss={() => toaster.dismiss(id)}
            onGone={() => focus.onGone(id)}
          />
        )}
      </ChakraToaster>
    </Portal>
  );
}

/**
 * F8 brings the focus here, where the toast waits; Esc dismisses it, and the focus goes back to where it was. The events
 * are caught on the window, before the document: an open dialog listens there, and would take the focus back and close
 * itself on the Esc that was meant for the toast.
 */
function useFocusByKeys({ toasts }: ToasterStore) {
  const cameFrom = useRef<Element | null>(null);

  const listen = useEffectEvent((signal: AbortSignal) => {
    const options = { capture: true, signal };

    function onKey(event: KeyboardEvent): void {
      const isPlain = !(event.ctrlKey || event.altKey || event.metaKey || event.shiftKey);
      const isHere = isInside(document.activeElement);
      if (isPlain && pressedKey(event) === toasterHotkey && toasts.getVisibleToasts().length > 0 && !isHere) {
        event.preventDefault();
        cameFrom.current = document.activeElement;
        region()?.focus();
      }
      if (pressedKey(event) === 'Escape' && isHere) {
        event.stopPropagation();
        toasts.remove();
      }
    }
    function onFocus(event: FocusEvent): void {
      if (!isInside(event.target)) return;
      event.stopPropagation();
      toasts.pause();
    }
    function onBlur(event: FocusEvent): void {
      // Later: a toast that is taken away while it has the focus is still in the list of those to resume.
      if (isInside(event.target) && !isInside(event.relatedTarget)) queueMicrotask(() => toasts.resume());
    }
    window.addEventListener('keydown', onKey, options);
    window.addEventListener('focusin', onFocus, options);
    window.addEventListener('focusout', onBlur, options);
  });

  useEffect(() => {
    const events = new AbortController();
    listen(events.signal);
    return () => events.abort();
  }, []);

  return {
    /** Called when a toast is gone. Where it had the focus, that is on what is left of it: the next toast takes it over. */
    onGone(gone: string): void {
      const isLeft = document.activeElement === region() || document.activeElement === document.body;
      if (cameFrom.current === null || !isLeft) return;
      if (toasts.getVisibleToasts().some(({ id }) => id !== gone)) {
        // Later: the one that goes is still in the list, and would be shown again by a pause.
        queueMicrotask(() => region()?.focus());
        return;
      }
      if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
      cameFrom.current = null;
    },
  };
}

const region = () => document.querySelector<HTMLElement>(topmostSelector);

function isInside(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(topmostSelector) !== null;
}

/**
 * Returns whether the pointer that enters has moved to there. A toast that appears under a pointer at rest is entered
 * too, at the very place where that pointer was seen last.
 */
function usePointerThatCame(): (event: MouseEvent) => boolean {
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
  readonly isUrgent: boolean;
  readonly title: string;
  readonly description: string | undefined;
  readonly action: ToastAction | undefined;
  onDismiss(): void;
  onGone(): void;
};

function ToastCard({ isUrgent, title, description, action, onDismiss, onGone }: ToastCardProps) {
  const swipe = useSwipe(onDismiss);
  const left = useEffectEvent(onGone);
  useEffect(() => () => left(), []);

  return (
    <Toast.Root role={isUrgent ? 'alert' : 'status'} {...swipe}>
      {isUrgent && <Toast.Indicator />}
      <Stack flex="1" minW="0" gap="0.5" overflowWrap="anywhere">
        <Toast.Title>{title}</Toast.Title>
        {description !== undefined && <Toast.Description>{description}</Toast.Description>}
        {action !== undefined && (
          <Button
            size="sm"
            alignSelf="start"
            mt="2"
            onClick={() => {
              onDismiss();
              // Once the focus is back where it was: what opens returns it there.
              setTimeout(action.run);
            }}
          >
            {action.label}
          </Button>
        )}
      </Stack>
      <Toast.CloseTrigger aria-label={t('Dismiss notification')} />
    </Toast.Root>
  );
}

/** Dismisses what is moved to the right by a finger, a pen or a mouse: Chakra's toast has no swipe. */
function useSwipe(onDismiss: () => void) {
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

  return {
    onPointerDown(event: PointerEvent<HTMLElement>): void {
      if (event.isPrimary && event.button === 0) pressedAt.current = event.clientX;
    },
    onPointerMove: follow,
    onPointerUp: letGo,
    onPointerCancel: letGo,
  };
}
