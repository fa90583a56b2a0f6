/**
 * Collects the errors that no code caught: exceptions of handlers and loops, and promises that nobody waits for. They are
 * shown as what they are, and not as another trouble; the browser itself writes them to the console.
 */
import { createListeners } from '#shared/events/listeners.ts';
import { errorDetails } from './boundary/error-details.ts';

export type UncaughtError = {
  /** In one line. */
  readonly what: string;
  readonly details: string;
  /** Milliseconds of this device's clock. */
  readonly last: number;
  readonly times: number;
};

export interface UncaughtErrors {
  /** Newest kind first; the same array until something changes. */
  read(): readonly UncaughtError[];
  subscribe(listener: () => void): () => void;
  /** Forgets them. */
  dismiss(): void;
}

/** More kinds than a person reads; the oldest are forgotten. */
const mostKinds = 20;

/** The browser's note that a size is measured in the next frame; scripts of extensions. */
const isOfBrowser = ({ message, filename }: ErrorEvent) =>
  message.startsWith('ResizeObserver loop') || /^[a-z-]+-extension:/.test(filename);

export function watchUncaughtErrors(
  page: Pick<Window, 'addEventListener'>,
  now: () => number,
): UncaughtErrors {
  const { subscribe, notify } = createListeners();
  let errors: readonly UncaughtError[] = [];

  function change(next: readonly UncaughtError[]): void {
    errors = next;
    notify();
  }

  function add(error: unknown): void {
    const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const before = errors.find((one) => one.what === what);
    const added = {
      what,
      details: before?.details ?? errorDetails(error),
      last: now(),
      times: (before?.times ?? 0) + 1,
    };
    change([added, ...errors.filter((one) => one !== before)].slice(0, mostKinds));
  }

  page.addEventListener('error', (event) => {
    // A file that did not load is an event of its element, and without a message.
    if (event instanceof ErrorEvent && !isOfBrowser(event)) add(event.error ?? event.message);
  });
  page.addEventListener('unhandledrejection', (event) => add(event.reason));

  return {
    read: () => errors,
    subscribe,
    dismiss: () => change([]),
  };
}

const none: readonly UncaughtError[] = [];

/** For a page whose errors are watched by nobody, such as one piece of it in a test. */
export const noUncaughtErrors: UncaughtErrors = {
  read: () => none,
  subscribe: () => () => undefined,
  dismiss: () => undefined,
};
