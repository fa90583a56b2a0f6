/**
 * What became of editors whose prompt is no longer on the screen: a text that the browser could not write
 * stays here, is tried again, and is in the editor again when the prompt is opened.
 */
import type { EditorBinding, Unsaved } from './editor-binding.ts';

export type ClosedEditors = {
  leave(promptId: number, binding: EditorBinding): void;
  /** Waits until the prompt's last editor has written; null where it has nothing left. */
  reclaim(promptId: number): Promise<Unsaved | null>;
  /** Whether closing the window now would lose words. */
  holdUnsaved(): boolean;
};

export function createClosedEditors(): ClosedEditors {
  const leaving = new Map<number, { binding: EditorBinding; closed: Promise<void> }>();

  function forgetWritten(): void {
    for (const [promptId, { binding }] of leaving) {
      if (binding.unsaved() === null) leaving.delete(promptId);
    }
  }

  return {
    leave(promptId, binding) {
      forgetWritten();
      leaving.set(promptId, { binding, closed: binding.close().then(forgetWritten) });
    },
    async reclaim(promptId) {
      const left = leaving.get(promptId);
      if (left === undefined) return null;
      await left.closed;
      left.binding.stopTrying();
      leaving.delete(promptId);
      return left.binding.unsaved();
    },
    holdUnsaved() {
      forgetWritten();
      return leaving.size > 0;
    },
  };
}
