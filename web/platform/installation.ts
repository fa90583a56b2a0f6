/** Follows whether the browser can install this page as an app, and has it asked when a person wants that. */
import { createListeners } from '#shared/events/listeners.ts';

/** Comes from Chromium when the page can be installed; it can ask once. */
type InstallEvent = Event & { prompt(): Promise<unknown> };

export interface WatchedInstallation {
  subscribe(listener: () => void): () => void;
  offer(): 'prompt' | 'steps' | null;
  ask(): Promise<void>;
}

export function watchInstallation(page: Window): WatchedInstallation {
  const { subscribe, notify } = createListeners();
  let offered: InstallEvent | null = null;
  const isApp = page.matchMedia(
    '(display-mode: standalone), (display-mode: window-controls-overlay)',
  ).matches;

  function change(next: InstallEvent | null): void {
    offered = next;
    notify();
  }

  page.addEventListener('beforeinstallprompt', (event) => {
    // The entry in the account menu asks; nothing is laid over the page before.
    event.preventDefault();
    if (canAsk(event)) change(event);
  });
  page.addEventListener('appinstalled', () => change(null));

  return {
    subscribe,
    offer() {
      if (offered !== null) return 'prompt';
      // Only browsers of iPadOS and iOS have this property; they never ask.
      return !isApp && 'standalone' in page.navigator && page.navigator.standalone === false ? 'steps' : null;
    },
    async ask() {
      const event = offered;
      change(null);
      await event?.prompt();
    },
  };
}

function canAsk(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}
