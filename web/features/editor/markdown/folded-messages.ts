/** Which messages of a rendered chat are folded, by their place in it; known to the page alone. */
import { createListeners } from '#shared/events/listeners.ts';

export type FoldedMessages = {
  subscribe(listener: () => void): () => void;
  /** Returns another object after every change. */
  state(): FoldState;
  toggle(message: number): void;
  open(message: number): void;
  /** Folds all messages, those that are still to come too, or opens all. */
  all(fold: boolean): void;
};

/** `areFolded`: all but the exceptions are folded; else the exceptions are. */
export type FoldState = { readonly areFolded: boolean; readonly exceptions: ReadonlySet<number> };

export function createFoldedMessages(): FoldedMessages {
  let state: FoldState = { areFolded: false, exceptions: new Set() };
  const { subscribe, notify } = createListeners();

  function set(next: FoldState): void {
    state = next;
    notify();
  }

  function toggle(message: number): void {
    const exceptions = new Set(state.exceptions);
    if (!exceptions.delete(message)) exceptions.add(message);
    set({ ...state, exceptions });
  }

  return {
    subscribe,
    state: () => state,
    toggle,
    open(message) {
      if (isFolded(state, message)) toggle(message);
    },
    all: (fold) => set({ areFolded: fold, exceptions: new Set() }),
  };
}

export function isFolded({ areFolded, exceptions }: FoldState, message: number): boolean {
  return areFolded !== exceptions.has(message);
}
