import type { Library } from '../../../data/database/library.ts';
import type { TextRef } from '../../../data/drafts/text-ref.ts';
import type { SourceEditor } from '../engine/source-editor.ts';

/** The text as something in which references to snippets are completed and looked at. */
export type SnippetSurface = Pick<
  SourceEditor,
  'text' | 'caretLine' | 'boxAt' | 'offsetOf' | 'markUnresolved' | 'markFindings' | 'dom'
> & {
  onText(listener: () => void): () => void;
  /** After each move of the caret, also by a change of the text. */
  onCaret(listener: () => void): () => void;
  /** One change, as one step that can be undone; the caret goes behind what was inserted. */
  replace(range: { readonly from: number; readonly to: number }, insert: string): boolean;
  /** The first listener that returns true has used the key; returns how to stop. */
  onKey(listener: (event: KeyboardEvent) => boolean): () => void;
  select: SourceEditor['select'];
  focus(): void;
};

export type SnippetToolsProps = TextRef & {
  readonly library: Library;
  readonly surface: SnippetSurface;
  /** Goes to a prompt, or to a version of it; without it there is no way to. */
  onOpen?: ((promptId: number) => void) | undefined;
};
