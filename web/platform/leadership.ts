/** Which of several tabs of a browser keeps the connection to the server: the one that holds the event stream. */
export type Leadership = {
  subscribe(listener: () => void): () => void;
  /** Null while this tab neither leads nor waits to: nobody is signed in. */
  leads(): boolean | null;
};

export function createLeadership(): Leadership & { set(leads: boolean | null): void } {
  const listeners = new Set<() => void>();
  let current: boolean | null = null;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    leads: () => current,
    set(leads) {
      if (leads === current) return;
      current = leads;
      for (const listener of listeners) listener();
    },
  };
}
