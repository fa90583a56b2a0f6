/** Which of several tabs of a browser keeps the connection to the server: the one that holds the event stream. */
import { createListeners } from '#shared/events/listeners.ts';

export type Leadership = {
  subscribe(listener: () => void): () => void;
  /** Null while this tab neither leads nor waits to: nobody is signed in. */
  leads(): boolean | null;
};

export function createLeadership(): Leadership & { set(leads: boolean | null): void } {
  const { subscribe, notify } = createListeners();
  let current: boolean | null = null;
  return {
    subscribe,
    leads: () => current,
    set(leads) {
      if (leads === current) return;
      current = leads;
      notify();
    },
  };
}
