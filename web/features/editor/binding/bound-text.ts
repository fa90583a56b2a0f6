import { isBlank, storable } from '#shared/model/text.ts';

export type BoundEditor = {
  text(): string;
  setText(text: string, options: { keepSelection: boolean; origin: 'merge' | 'repair' }): void;
  isComposing(): boolean;
  setEditable(editable: boolean): void;
};

/** A text that is not in the row yet, and the text it was written upon. */
export type Unsaved = { text: string; base: string };

/** The text of one editor, and its base: a text that it was made from. */
export type BoundText = {
  /** Returns the text as it can be stored. */
  read(): string;
  base(): string;
  setBase(base: string): void;
  /** Whether `content` is no change of the base. */
  isBase(content: string): boolean;
  /** Returns what is not in the row, blank texts apart. */
  unsaved(): Unsaved | null;
  /** Puts a merged text into the editor, around the caret. */
  merge(text: string): void;
  /** Replaces in the editor the characters that cannot be stored. */
  replaceUnstorable(): void;
  isComposing(): boolean;
  setEditable(editable: boolean): void;
  /** Lets go of the editor, and keeps its last text. */
  close(): void;
  isClosed(): boolean;
};

type BoundTextDeps = {
  readonly editor: BoundEditor;
  readonly base: string;
  onReplaced?(): void;
};

export function createBoundText({ editor, base: openedWith, onReplaced }: BoundTextDeps): BoundText {
  let base = openedWith;
  let closedWith: string | null = null;

  const isClosed = () => closedWith !== null;
  const isComposing = () => !isClosed() && editor.isComposing();
  const read = () => closedWith ?? storable(editor.text());
  // A text that was opened with characters that `storable` replaces is not changed by that.
  const isBase = (content: string) => content === base || content === storable(base);
  const merge = (text: string) => editor.setText(text, { keepSelection: true, origin: 'merge' });

  return {
    read,
    base: () => base,
    setBase(next) {
      base = next;
    },
    isBase,
    unsaved() {
      const text = read();
      return isBase(text) || isBlank(text) ? null : { text, base };
    },
    merge,
    replaceUnstorable() {
      if (isClosed() || isComposing()) return;
      const typed = editor.text();
      const stored = storable(typed);
      if (typed === stored || isBase(stored)) return;
      editor.setText(stored, { keepSelection: true, origin: 'repair' });
      onReplaced?.();
    },
    isComposing,
    setEditable(editable) {
      if (!isClosed()) editor.setEditable(editable);
    },
    close() {
      closedWith = read();
    },
    isClosed,
  };
}
