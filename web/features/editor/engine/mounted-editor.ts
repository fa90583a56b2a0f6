import { Editor, Extension } from '@tiptap/core';
import { EditorState, Plugin } from '@tiptap/pm/state';
import { t } from '#shared/language/translate.ts';
import { composition } from './document/composition.ts';
import { keepChunks } from './document/keep-chunks.ts';
import { splitLines } from './document/line-ends.ts';
import { sourceDocument, sourceNodes } from './document/source-nodes.ts';
import type { TextIndex } from './document/text-index.ts';
import { drawnChunks } from './drawing/drawn-chunks.ts';
import { highlight } from './drawing/highlight.ts';
import { clipboard } from './editing/clipboard.ts';
import { editKeys } from './editing/edit-keys.ts';
import { foldArrows } from './folds/fold-commands.ts';
import { messageFolds } from './folds/message-folds.ts';
import { ORIGIN } from './origins.ts';

/** `origin` is 'user' for what a person did in the editor, else what `setText` was given ('caller' by default). */
export type SourceChange = { readonly text: () => string; readonly origin: string };

export type SourceEditorOptions = {
  readonly element: HTMLElement;
  readonly text: string;
  /** The accessible name, for example 'Prompt content'. */
  readonly label: string;
  /** Read out after the name, before how to leave the editor by the keyboard. */
  readonly description?: string;
  /** Shown, and read out, where there is no text. */
  readonly placeholder?: string;
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

const KEYBOARD_HINT = () =>
  t('Tab inserts a tab, or indents a list item. To leave the editor, press Escape and then Tab.');

/** One line of no text in one chunk. */
const EMPTY_SIZE = 4;

export type MountedEditor = Editor;

/** Returns Tiptap's editor with our document, keys and marks, mounted and with the text in it. */
export function mountedEditor(
  options: SourceEditorOptions,
  index: TextIndex,
  { isEditable, plugins: own }: { isEditable: () => boolean; plugins: readonly Plugin[] },
): Editor {
  const editor = new Editor({
    element: null,
    extensions: [...sourceNodes(), editing(options, index, { own, composing: () => editor.view.composing })],
    enableCoreExtensions: false,
    enableInputRules: false,
    enablePasteRules: false,
    injectCSS: false,
    editorProps: {
      editable: isEditable,
      attributes: ({ doc }) => ({
        ...attributesOf(options),
        'aria-readonly': isEditable() ? 'false' : 'true',
        ...(doc.content.size === EMPTY_SIZE ? { 'data-empty': '' } : {}),
      }),
    },
    onUpdate({ transaction }) {
      const origin: unknown = transaction.getMeta(ORIGIN);
      const text = () => index.text(editor.state.doc);
      options.onChange({ text, origin: typeof origin === 'string' ? origin : 'user' });
    },
    onSelectionUpdate: () => options.onSelectionChange?.(),
  });
  editor.mount(options.element);
  hideFromReact(editor.view.dom);
  // The text comes in once the plugins are there: loaded with the editor, all of it would be drawn twice.
  const { schema, plugins } = editor.state;
  const doc = sourceDocument(schema, splitLines(options.text));
  editor.view.updateState(EditorState.create({ doc, plugins: [...plugins] }));
  return editor;
}

/**
 * Hides from React that the element can be edited. React notes the selection of an editable element that has the focus
 * at each of its commits, wherever on the page, by walking through the element's nodes: 30,000 of them in 1 MB. It
 * would put that selection back if a commit took the focus away; the editor does so by itself.
 * The attribute stays as it is, and so does what the browser and assistive technology take from it.
 */
function hideFromReact(dom: HTMLElement): void {
  Object.defineProperty(dom, 'contentEditable', { value: 'inherit' });
}

function editing(
  options: SourceEditorOptions,
  index: TextIndex,
  { own, composing }: { own: readonly Plugin[]; composing: () => boolean },
): Extension {
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
      messageFolds(),
      foldArrows(index),
      drawnChunks(),
      ...own,
      focusEvents(options),
    ],
  });
}

function focusEvents(options: SourceEditorOptions): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        focus: (view) => {
          // A focus that comes back by a script alone is at the first character for the browser.
          view.focus();
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
  const { label, description, placeholder } = options;
  return {
    class: 'source-editor',
    role: 'textbox',
    tabindex: '0',
    'aria-multiline': 'true',
    'aria-label': label,
    ...(placeholder === undefined ? {} : { 'aria-placeholder': placeholder }),
    'aria-description': description === undefined ? KEYBOARD_HINT() : `${description} ${KEYBOARD_HINT()}`,
    autocorrect: 'off',
    autocapitalize: 'off',
    translate: 'no',
  };
}
