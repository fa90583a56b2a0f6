import { createToaster, type ToasterStore, type ToastRequest } from '../toast/toaster-store.ts';

/** A toaster that shows nothing, and every toast that was asked of it. */
export function recordedToaster(): { toaster: ToasterStore; toasts: ToastRequest[] } {
  const toasts: ToastRequest[] = [];
  const show = (toast: ToastRequest) => {
    toasts.push(toast);
    return '';
  };
  return { toaster: { ...createToaster(), show }, toasts };
}
