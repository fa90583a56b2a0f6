/**
 * Stores the editors of open prompts that are not on the screen, so that going back to one creates none.
 *
 * 1. Only an editor whose text is saved is parked. One whose text cannot be saved later on is closed, and so handed to
 *    `closed-editors.ts`, which tries to save it.
 * 2. A parked editor follows its row as one on the screen does.
 * 3. It stays on the page and is not drawn: its styles and its layout are there when it is shown again.
 * 4. There are a few, of texts that are not large; the one that was parked first is closed first.
 */
import { type TextRef, textKey } from '../../../data/drafts/text-ref.ts';
import { isRoutine, type SaveState } from '../binding/save-state.ts';
import { hideSlot, showSlot } from './editor-slot.ts';
import type { OpenEditor } from './open-editor-type.ts';

/** Receives what an editor reports. */
export type EditorListener = {
  onState?(state: SaveState): void;
  /** A step that a key asked for, and that there is none. */
  onLimit?(direction: 'undo' | 'redo'): void;
  /** Characters that cannot be stored were replaced in the text. */
  onReplaced?(): void;
};

export type ShownEditor = { readonly phase: 'open'; readonly editor: OpenEditor; readonly state: SaveState };

/** An editor and the element that it is in. */
export type PlacedEditor = {
  readonly editor: OpenEditor;
  readonly element: HTMLElement;
  state(): SaveState;
  /** The same object for as long as the state is the same. */
  shown(): ShownEditor;
  /** Reports to this listener from now on, and to none before it. */
  report(listener: EditorListener): void;
  /** Closes the editor and takes its element from the page. */
  close(): void;
};

export type ParkedEditors = {
  /** Hides the editor where it is on the page, or closes it where it cannot be parked. */
  park(ref: TextRef, placed: PlacedEditor): void;
  /** Returns the editor of a text; null where none is parked. */
  peek(ref: TextRef): PlacedEditor | null;
  /** Returns the editor of a text and forgets it; null where there is none. */
  take(ref: TextRef): PlacedEditor | null;
  /** Closes the editors of all prompts but these. */
  keepOpen(promptIds: readonly number[]): void;
};

const mostEditors = 8;
const longestText = 200_000;

export function createParkedEditors(): ParkedEditors {
  const parked = new Map<string, { ref: TextRef; placed: PlacedEditor }>();

  function close(key: string): void {
    const left = parked.get(key);
    parked.delete(key);
    left?.placed.close();
  }

  return {
    park(ref, placed) {
      const { editor, element } = placed;
      const isKept = ref.versionId === null && placed.state().kind === 'saved';
      if (!isKept || editor.text().length > longestText) return placed.close();
      const key = textKey(ref);
      hideSlot(element);
      parked.set(key, { ref, placed });
      placed.report({
        onState: (state) => {
          if (!isRoutine(state)) close(key);
        },
      });
      const [first] = parked.keys();
      if (parked.size > mostEditors && first !== undefined) close(first);
    },
    peek: (ref) => parked.get(textKey(ref))?.placed ?? null,
    take(ref) {
      const left = parked.get(textKey(ref));
      parked.delete(textKey(ref));
      if (left === undefined) return null;
      showSlot(left.placed.element);
      return left.placed;
    },
    keepOpen(promptIds) {
      for (const [key, { ref }] of [...parked]) if (!promptIds.includes(ref.promptId)) close(key);
    },
  };
}
