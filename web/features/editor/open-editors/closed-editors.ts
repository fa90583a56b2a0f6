/**
 * Keeps editors whose text is no longer on the screen: what the browser could not write stays here,
 * is tried again, and is in the editor again when the text is opened.
 */
import { type TextRef, textKey } from '../../../data/drafts/text-ref.ts';
import type { Unsaved } from '../binding/bound-text.ts';
import type { EditorBinding } from '../binding/editor-binding.ts';

export type ClosedEditors = {
  leave(ref: TextRef, binding: EditorBinding): void;
  /** Waits until the text's last editor has written; null where it has nothing left. */
  reclaim(ref: TextRef): Promise<Unsaved | null>;
  /** Resolves when what was left is in the library, or a draft. */
  store(): Promise<void>;
  /** Whether closing the window now would lose words. */
  holdUnsaved(): boolean;
};

export function createClosedEditors(): ClosedEditors {
  const leaving = new Map<string, { binding: EditorBinding; closed: Promise<void> }>();

  function forgetWritten(): void {
    for (const [key, { binding }] of leaving) {
      if (binding.unsaved() === null) leaving.delete(key);
    }
  }

  return {
    leave(ref, binding) {
      forgetWritten();
      leaving.set(textKey(ref), { binding, closed: binding.close().then(forgetWritten) });
    },
    async reclaim(ref) {
      const key = textKey(ref);
      const left = leaving.get(key);
      if (left === undefined) return null;
      await left.closed;
      left.binding.stopTrying();
      leaving.delete(key);
      return left.binding.unsaved();
    },
    async store() {
      await Promise.all([...leaving.values()].map(({ binding }) => binding.flushForGood()));
    },
    holdUnsaved() {
      forgetWritten();
      return leaving.size > 0;
    },
  };
}
