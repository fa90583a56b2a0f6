import { Editor, Extension } from '@tiptap/core';
import { EditorState, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state';
import { clipboard } from './clipboard.ts';
import { composition } from './composition.ts';
import { drawnChunks } from './drawn-chunks.ts';
import { editKeys } from './edit-keys.ts';
import { highlight } from './highlight.ts';
import { keepChunks } from './keep-chunks.ts';
import { splitLines } from './line-ends.ts';
import { changeText } from './replace-lines.ts';
import { sourceDocument, sourceNodes } from './source-nodes.ts';
import { changesBetween, offsetThrough } from './text-change.ts';
import { createTextIndex, type TextIndex } from './text-index.ts';

/** UTF-16 offsets into the exact text, where CR LF counts two. */
export type TextRange = { readonly from: number; readonly to: number };

/** `origin` is 'user' for what a person did in the editor, else what `setText` was given ('caller' by default). */
export type SourceChange = { readonly text: () => string; readonly origin: string };

export type SetTextOptions = {
  /**
   * true (the default): caret, selection and scroll position stay with the text they are at, as after a merge.
   * false: the caret goes to the end of what changed and is scrolled to, as after an undo.
   */
  readonly keepSelection?: boolean;
  readonly origin?: string;
};

/** A plain-text editor with Markdown highlighting. Nothing here names the engine, so that another could be put in. */
export type SourceEditor = {
  /** The exact text, to the code unit: what was loaded, typed and pasted, with each line's own end. */
  text(): string;
  /** Replaces the whole text by the smallest changes that lead to it. An equal text changes nothing. */
  setText(text: string, options?: SetTextOptions): void;
  selection(): TextRange;
  select(range: TextRange): void;
  /** One change by a person's command, such as a formatting button; the caret goes behind what was inserted. */
  replace(range: TextRange, insert: string): void;
  focus(): void;
  setEditable(editable: boolean): void;
  /** Whether an input method has unfinished text in the editor: a merge into the caret's line should wait. */
  isComposing(): boolean;
  destroy(): void;
};

export type SourceEditorOptions = {
  readonly element: HTMLElement;
  readonly text: string;
  /** The accessible name, for example 'Prompt content'. */
  readonly label: string;
  /** Said after the name, before how to leave the editor by the keyboard. */
  readonly description?: string;
  readonly editable?: boolean;
  onChange(change: SourceChange): void;
  onSelectionChange?(): void;
  onBlur?(): void;
  onFocus?(): void;
  /** Sees every key before the editor does; true means that it was dealt with. */
  onKeyDown?(event: KeyboardEvent): boolean;
  /** The editor keeps no history: its keys, and the browser's own undo and redo commands, end here. */
  onUndo?(): void;
  onRedo?(): void;
};

const KEYBOARD_HINT = 'Tab inserts a tab. To leave the editor, press Escape and then Tab.';

const ORIGIN = 'sourceOrigin';

export function createSourceEditor(options: SourceEditorOptions): SourceEditor {
  const index = createTextIndex();
  let editable = options.editable ?? true;
  const editor = new Editor({
    element: null,
    extensions: [...sourceNodes(), editing(options, index, () => editor.view.composing)],
    enableCoreExtensions: false,
    enableInputRules: false,
    enablePasteRules: false,
    injectCSS: false,
    editorProps: {
      editable: () => editable,
      attributes: () => ({ ...attributesOf(options), 'aria-readonly': editable ? 'false' : 'true' }),
    },
    onUpdate({ transaction }) {
      const origin: unknown = transaction.getMeta(ORIGIN);
      options.onChange({ text, origin: typeof origin === 'string' ? origin : 'user' });
    },
    onSelectionUpdate: () => options.onSelectionChange?.(),
  });
  editor.mount(options.element);
  // The text comes in once the plugins are there: loaded with the editor, all of it would be drawn twice.
  const { schema, plugins } = editor.state;
  const doc = sourceDocument(schema, splitLines(options.text));
  editor.view.updateState(EditorState.create({ doc, plugins: [...plugins] }));

  function text(): string {
    return index.text(editor.state.doc);
  }

  function offsets(): { anchor: number; head: number } {
    const { doc: current, selection } = editor.state;
    return {
      anchor: index.offsetAt(current, selection.anchor),
      head: index.offsetAt(current, selection.head),
    };
  }

  function withSelection(tr: Transaction, anchor: number, head: number): Transaction {
    const wanted = TextSelection.create(
      tr.doc,
      index.positionAt(tr.doc, anchor),
      index.positionAt(tr.doc, head),
    );
    // Setting what is there already would take an input method's caret away from it.
    return wanted.eq(tr.selection) ? tr : tr.setSelection(wanted);
  }

  return {
    text,
    setText(next, { keepSelection = true, origin = 'caller' } = {}) {
      const { anchor, head } = offsets();
      const changes = changesBetween(text(), next, keepSelection ? head : undefined);
      if (changes.length === 0) return;
      const tr = editor.state.tr.setMeta(ORIGIN, origin);
      for (const change of changes) changeText(tr, index, change);
      if (keepSelection) {
        withSelection(tr, offsetThrough(changes, anchor), offsetThrough(changes, head));
      } else {
        const end = Math.max(...changes.map((change) => change.from + change.insert.length));
        withSelection(tr, end, end).scrollIntoView();
      }
      editor.view.dispatch(tr);
    },
    selection() {
      const { anchor, head } = offsets();
      return { from: Math.min(anchor, head), to: Math.max(anchor, head) };
    },
    select(range) {
      editor.view.dispatch(withSelection(editor.state.tr, range.from, range.to).scrollIntoView());
    },
    replace(range, insert) {
      const tr = changeText(editor.state.tr, index, { ...range, insert });
      const caret = range.from + insert.length;
      editor.view.dispatch(withSelection(tr, caret, caret).scrollIntoView());
    },
    focus() {
      if (editable) editor.view.focus();
      else editor.view.dom.focus();
    },
    setEditable(next) {
      editable = next;
      editor.setEditable(next, false);
    },
    isComposing: () => editor.view.composing,
    destroy: () => editor.destroy(),
  };
}

function editing(options: SourceEditorOptions, index: TextIndex, composing: () => boolean): Extension {
  return Extension.create({
    name: 'sourceEditing',
    addProseMirrorPlugins: () => [
      editKeys({
        index,
        onKeyDown: (event) => options.onKeyDown?.(event) ?? false,
        onUndo: () => options.onUndo?.(),
        onRedo: () => options.onRedo?.(),
      }),
      clipboard(index),
      composition(),
      keepChunks(index, composing),
      highlight(composing),
      drawnChunks(),
      focusEvents(options),
    ],
  });
}

function focusEvents(options: SourceEditorOptions): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        focus: () => {
          options.onFocus?.();
          return false;
        },
        blur: () => {
          options.onBlur?.();
          return false;
        },
      },
    },
  });
}

function attributesOf(options: SourceEditorOptions): Record<string, string> {
  const { label, description } = options;
  return {
    class: 'source-editor',
    role: 'textbox',
    tabindex: '0',
    'aria-multiline': 'true',
    'aria-label': label,
    'aria-description': description === undefined ? KEYBOARD_HINT : `${description} ${KEYBOARD_HINT}`,
    spellcheck: 'false',
    autocorrect: 'off',
    autocapitalize: 'off',
    translate: 'no',
  };
}
