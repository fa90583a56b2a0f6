import { createListeners } from '#shared/events/listeners.ts';
import type { Clock } from './clock.ts';
import { measures } from './theme/measures.ts';

export interface ToastRequest {
  readonly title: string;
  readonly description?: string | undefined;
  readonly kind?: 'default' | 'destructive';
  /** Milliseconds; Infinity stays until it is dismissed or replaced. */
  readonly duration?: number;
  /** A button that does something about it. */
  readonly action?: ToastAction | undefined;
}

export type ToastAction = { readonly label: string; run(): void };

export interface Toast extends Required<Omit<ToastRequest, 'description' | 'action'>> {
  readonly id: number;
  readonly description: string | undefined;
  readonly action: ToastAction | undefined;
}

/** Why a toast does not grow older for the moment. */
export type HoldReason = 'pointer' | 'focus';

export interface ToasterStore {
  readonly show: (request: ToastRequest) => number;
  /** Without an id: whatever is shown. A toast that was replaced meanwhile dismisses nothing. */
  readonly dismiss: (id?: number) => void;
  readonly hold: (reason: HoldReason) => void;
  readonly release: (reason: HoldReason) => void;
  readonly shown: () => Toast | undefined;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * One toast at a time: a new one takes the place of the one before, whatever time that had left; nothing
 * waits in a queue, since a message that comes late speaks of something long past. While it is held (the
 * pointer has come to it, or the focus) its time stands still, and goes on from where it stood. What held the
 * one before does not hold the next.
 */
export function createToaster({ clock }: { readonly clock: Clock }): ToasterStore {
  const { subscribe, notify } = createListeners();
  const holds = new Set<HoldReason>();
  let toast: Toast | undefined;
  let lastId = 0;
  let left = 0;
  let runningSince: number | undefined;
  let callOff: (() => void) | undefined;

  function change(next: Toast | undefined): void {
    stop();
    holds.clear();
    toast = next;
    left = next?.duration ?? 0;
    run();
    notify();
  }

  function run(): void {
    if (!toast || holds.size > 0 || runningSince !== undefined || left === Number.POSITIVE_INFINITY) return;
    runningSince = clock.now();
    callOff = clock.after(left, () => change(undefined));
  }

  function stop(): void {
    callOff?.();
    callOff = undefined;
    if (runningSince !== undefined) left -= clock.now() - runningSince;
    runningSince = undefined;
  }

  return {
    show({ title, description, kind = 'default', duration = measures.toastMs, action }) {
      lastId += 1;
      change({ id: lastId, title, description, kind, duration, action });
      return lastId;
    },
    dismiss(id) {
      if (toast && (id === undefined || id === toast.id)) change(undefined);
    },
    hold(reason) {
      holds.add(reason);
      stop();
    },
    release(reason) {
      holds.delete(reason);
      run();
    },
    shown: () => toast,
    subscribe,
  };
}
