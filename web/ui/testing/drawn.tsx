import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { UiProvider } from '../provider.tsx';
import { createToaster, type ToastRequest } from '../toast/toaster-store.ts';
import { noUncaughtErrors } from '../uncaught-errors.ts';
import { manualClock } from './manual-clock.ts';

/** Puts something on the test's page with everything around it that the pieces need. */
export function draw(
  what: ReactNode,
  { height = '640px', width = 'auto', uncaught = noUncaughtErrors } = {},
) {
  const element = document.createElement('div');
  element.style.cssText = `display: flex; flex-direction: column; height: ${height}; width: ${width};`;
  document.body.append(element);
  const clock = manualClock();
  const toasts: string[] = [];
  const { show: showToast, ...rest } = createToaster();
  const toaster = {
    ...rest,
    show(request: ToastRequest): string {
      toasts.push(wordsOf(request));
      return showToast(request);
    },
  };
  const root = createRoot(element);
  const show = (next: ReactNode) =>
    root.render(
      <UiProvider toaster={toaster} clock={clock} uncaught={uncaught}>
        {next}{' '}
      </UiProvider>,
    );
  show(what);
  return {
    element,
    clock,
    toaster,
    /** Every toast so far, in words. */
    toasts,
    show,
    close(): void {
      root.unmount();
      element.remove();
    },
  };
}

export type Drawn = ReturnType<typeof draw>;

function wordsOf({ title, description }: ToastRequest): string {
  return description === undefined ? title : `${title}: ${description}`;
}
