import { createToaster as createChakraToaster } from '@chakra-ui/react';
import { measures } from '../theme/measures.ts';

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

/** Milliseconds in which a notice offers to take an act back: longer than one that only tells. */
export const undoMs = 15_000;

export const toasterHotkey = 'F8';

/**
 * One toast at a time: a new one takes the place of the one before, whatever time that had left. Nothing waits in a
 * queue, since a message that comes late speaks of something long past.
 */
export function createToaster() {
  const toasts = createChakraToaster({
    placement: 'bottom',
    // A code that no key has: `toaster.tsx` listens to F8, and only while there is a toast.
    hotkey: ['none'],
    // Where no button stands: above what panels have at their end.
    offsets: { left: '0px', right: '0px', top: '0px', bottom: '4.5rem' },
    removeDelay: 0,
  });
  return {
    toasts,
    show({
      title,
      description,
      kind = 'default',
      duration = measures.toastMs,
      action,
    }: ToastRequest): string {
      const before = toasts.getVisibleToasts();
      const shown = { title, description, duration, type: kind === 'destructive' ? 'error' : 'info' };
      const id = toasts.create({
        ...shown,
        ...(action && { action: { label: action.label, onClick: action.run } }),
      });
      // In its own time, also where a pointer rests on the one before.
      toasts.resume(id);
      // Only then: a toast that has the focus hands it over.
      for (const { id: replaced } of before) if (replaced !== undefined) toasts.remove(replaced);
      return id;
    },
    /** Without an id: whatever is shown. A toast that was replaced meanwhile dismisses nothing. */
    dismiss(id?: string): void {
      toasts.remove(id);
    },
  };
}

export type ToasterStore = ReturnType<typeof createToaster>;
