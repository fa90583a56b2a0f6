/**
 * Holds which prompts are shown as rendered Markdown, for one open library. The page asks this, without waiting; the
 * device keeps it for the next start. Another tab of the browser keeps its own: one may show a prompt and one edit it.
 */
import { createListeners } from '#shared/events/listeners.ts';
import type { Library } from '../../../data/database/library.ts';
import { readViewedPrompts, setPromptViewed } from '../../../data/database/viewed-prompts.ts';

export type ViewModes = {
  /** Resolves when what this device remembers is known, or cannot be read. */
  readonly loaded: Promise<void>;
  isViewed(promptId: number): boolean;
  setViewed(promptId: number, viewed: boolean): void;
  /** Forgets those that are deleted by now. */
  forgetDeleted(): void;
  subscribe(listener: () => void): () => void;
};

/** Whether one prompt is shown as rendered Markdown. */
export type ViewMode = { readonly viewing: boolean; setViewing(viewing: boolean): void };

export function createViewModes(library: Library): ViewModes {
  const chosen = new Map<number, boolean>();
  const { subscribe, notify } = createListeners();

  function choose(promptId: number, viewed: boolean): void {
    chosen.set(promptId, viewed);
    notify();
  }

  async function load(): Promise<void> {
    for (const id of await readViewedPrompts(library)) if (!chosen.has(id)) choose(id, true);
  }

  // A device that takes nothing forgets a mode, and no more; the texts report it.
  const forget = () => undefined;
  return {
    loaded: load().catch(forget),
    isViewed: (promptId) => chosen.get(promptId) === true,
    setViewed(promptId, viewed) {
      choose(promptId, viewed);
      setPromptViewed(library, { promptId, viewed }).catch(forget);
    },
    forgetDeleted() {
      if (chosen.size > 0) readViewedPrompts(library).catch(forget);
    },
    subscribe,
  };
}
