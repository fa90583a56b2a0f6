import { createToaster as createChakraToaster } from '@chakra-ui/react';
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

export const toasterHotkey = 'F8';

/**
 * One toast at a time: a new one takes the place of the one before, whatever time that had left. Nothing waits in a
 * queue, since a message that comes late speaks of something long past.
 */
export function createToaster() {
  const toasts = createChakraToaster({
    placement: 'bottom',
    hotkey: [toasterHotkey],
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
      toasts.remove();
      const shown = { title, description, duration, type: kind === 'destructive' ? 'error' : 'info' };
      return toasts.create({
        ...shown,
        ...(action && { action: { label: action.label, onClick: action.run } }),
      });
    },
    /** Without an id: whatever is shown. A toast that was replaced meanwhile dismisses nothing. */
    dismiss(id?: string): void {
      toasts.remove(id);
    },
  };
}

export type ToasterStore = ReturnType<typeof createToaster>;
