import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { Matches } from '../find/find-matches.ts';
import { changeText } from './document/replace-lines.ts';
import { changesBetween, offsetThrough } from './document/text-change.ts';
import { createTextIndex, type TextIndex } from './document/text-index.ts';
import { createMatchMarks } from './drawing/match-marks.ts';
import { readSelection } from './drawing/unread-selection.ts';
import { foldAll, toggleFold } from './folds/fold-commands.ts';
import { type MountedEditor, mountedEditor, type SourceEditorOptions } from './mounted-editor.ts';
import { BY_COMMAND, ORIGIN } from './origins.ts';

/** UTF-16 offsets into the exact text, where CR LF counts two. */
export type TextRange = { readonly from: number; readonly to: number };

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
  /** Selects a range and brings it into sight, whatever has the focus. */
  reveal(range: TextRange): void;
  /** Marks matches, and one of them as the current one; null marks none. */
  showMatches(matches: Matches | null, current: TextRange | null): void;
  /** One change by a person's command, such as a formatting button; the caret goes behind what was inserted. */
  replace(range: TextRange, insert: string): void;
  /** The line of the caret, where it starts in the text, and the caret in it; some hundred characters around it. */
  caretLine(): { readonly text: string; readonly start: number; readonly caret: number };
  /** Returns the place of the character at an offset on the screen. */
  boxAt(offset: number): { readonly left: number; readonly top: number; readonly bottom: number };
  /** Returns the offset at which an element of the text begins. */
  offsetOf(element: Element): number;
  /** Marks references to snippets that cannot be inserted. */
  markUnresolved(ranges: readonly { readonly start: number; readonly end: number }[]): void;
  /** Marks what the rules of lint found; `title` is shown beside the pointer. */
  markFindings(ranges: readonly MarkedRange[]): void;
  readonly folds: MessageFolds;
  /** The text box. */
  readonly dom: HTMLElement;
  focus(): void;
  setEditable(editable: boolean): void;
  /** Whether an input method has unfinished text in the editor: a merge into the caret's line should wait. */
  isComposing(): boolean;
  destroy(): void;
};

/** Messages of a chat of which the first line alone is drawn; whatever reaches into one opens it. */
export type MessageFolds = {
  /** Folds the message of the caret, or opens it; returns false where there is none. */
  toggle(): boolean;
  /** Folds all messages, or opens all. */
  all(fold: boolean): void;
};

/** A reference is shorter than this. */
const caretLineUnits = 1_000;

export function createSourceEditor(options: SourceEditorOptions): SourceEditor {
  const index = createTextIndex();
  let editable = options.editable ?? true;
  const matchMarks = createMatchMarks(index);
  const marks = createMarks(index);
  const plugins = [matchMarks.plugin, marks.unresolved.plugin, marks.findings.plugin];
  const editor = mountedEditor(options, index, { isEditable: () => editable, plugins });
  const text = () => index.text(editor.state.doc);
  const selected = () => readOffsets(editor, index);

  return {
    text,
    setText(next, { keepSelection = true, origin = 'caller' } = {}) {
      const { anchor, head } = selected();
      const changes = changesBetween(text(), next, keepSelection ? head : undefined);
      if (changes.length === 0) return;
      const tr = editor.state.tr.setMeta(ORIGIN, origin);
      for (const change of changes) changeText(tr, index, change);
      if (keepSelection) {
        selectOffsets(tr, index, {
          anchor: offsetThrough(changes, anchor),
          head: offsetThrough(changes, head),
        });
      } else {
        const end = Math.max(...changes.map((change) => change.from + change.insert.length));
        selectOffsets(tr, index, { anchor: end, head: end }).scrollIntoView();
      }
      editor.view.dispatch(tr);
    },
    selection() {
      const { anchor, head } = selected();
      return { from: Math.min(anchor, head), to: Math.max(anchor, head) };
    },
    select({ from, to }) {
      const tr = selectOffsets(editor.state.tr, index, { anchor: from, head: to });
      editor.view.dispatch(tr.scrollIntoView());
    },
    reveal({ from, to }) {
      editor.view.dispatch(selectOffsets(editor.state.tr, index, { anchor: from, head: to }));
      revealSelection(editor.view);
    },
    showMatches: matchMarks.show,
    replace(range, insert) {
      const tr = changeText(editor.state.tr.setMeta(BY_COMMAND, true), index, { ...range, insert });
      const caret = range.from + insert.length;
      editor.view.dispatch(selectOffsets(tr, index, { anchor: caret, head: caret }).scrollIntoView());
    },
    ...placesIn(editor, index, marks),
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

type Places = Pick<
  SourceEditor,
  'caretLine' | 'boxAt' | 'offsetOf' | 'markUnresolved' | 'markFindings' | 'folds' | 'dom'
>;

function readOffsets(editor: MountedEditor, index: TextIndex) {
  // A text may be set, and its caret asked for, a moment after its editor was closed.
  if (!editor.isDestroyed) readSelection(editor.view);
  return selectedOffsets(editor.state, index);
}

type Marks = { readonly unresolved: RangeMarks; readonly findings: RangeMarks };

function createMarks(index: TextIndex): Marks {
  return {
    unresolved: createRangeMarks(index, 'snippet-unresolved'),
    findings: createRangeMarks(index, 'lint-finding'),
  };
}

function placesIn(editor: MountedEditor, index: TextIndex, { unresolved, findings }: Marks): Places {
  return {
    caretLine() {
      const { $head } = editor.state.selection;
      const caret = Math.min($head.parentOffset, caretLineUnits);
      const offset = index.offsetAt(editor.state.doc, $head.pos);
      const end = Math.min($head.parent.content.size, $head.parentOffset + caretLineUnits);
      const text = $head.parent.textBetween($head.parentOffset - caret, end);
      return { text, start: offset - caret, caret };
    },
    boxAt: (offset) => editor.view.coordsAtPos(index.positionAt(editor.state.doc, offset)),
    offsetOf: (element) => index.offsetAt(editor.state.doc, editor.view.posAtDOM(element, 0)),
    markUnresolved: (ranges) => unresolved.show(editor.view, ranges),
    markFindings: (ranges) => findings.show(editor.view, ranges),
    folds: {
      toggle: () => toggleFold(editor.view, index, editor.state.selection.head),
      all: (fold) => foldAll(editor.view, index, fold),
    },
    dom: editor.view.dom,
  };
}

/** The ends of a selection in UTF-16 offsets of the exact text; `head` is the one that moves. */
type SelectedOffsets = { readonly anchor: number; readonly head: number };

/** Returns the selection in offsets of the text. */
function selectedOffsets({ doc, selection }: EditorState, index: TextIndex): SelectedOffsets {
  return { anchor: index.offsetAt(doc, selection.anchor), head: index.offsetAt(doc, selection.head) };
}

/** Adds the selection to a transaction. */
function selectOffsets(tr: Transaction, index: TextIndex, { anchor, head }: SelectedOffsets): Transaction {
  const wanted = TextSelection.create(
    tr.doc,
    index.positionAt(tr.doc, anchor),
    index.positionAt(tr.doc, head),
  );
  // Setting what is there already would take an input method's caret away from it.
  return wanted.eq(tr.selection) ? tr : tr.setSelection(wanted);
}

/** Frames; what was not laid out before has its true height by then. */
const mostFrames = 4;

/** Brings the beginning of the selection to the middle of what scrolls, unless it is in sight; without the focus too. */
function revealSelection(view: EditorView, frames = mostFrames): void {
  const scroller = scrollerOf(view.dom);
  if (view.isDestroyed || scroller === null) return;
  const box = scroller.getBoundingClientRect();
  const { top, bottom } = view.coordsAtPos(view.state.selection.from, 1);
  const isSeen = top >= box.top && bottom <= box.bottom;
  if (isSeen && frames < mostFrames) return;
  const margin = Math.min(48, box.height / 4);
  if (top < box.top + margin || bottom > box.bottom - margin) {
    scroller.scrollTop += (top + bottom) / 2 - (box.top + box.bottom) / 2;
  }
  if (frames > 1) requestAnimationFrame(() => revealSelection(view, frames - 1));
}

function scrollerOf(element: HTMLElement): HTMLElement | null {
  for (let at = element.parentElement; at !== null; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  }
  return null;
}

export type MarkedRange = { readonly start: number; readonly end: number; readonly title?: string };

type RangeMarks = {
  readonly plugin: Plugin;
  /** Marks these ranges, in offsets of the text, and no others. */
  show(view: EditorView, ranges: readonly MarkedRange[]): void;
};

/** Marks ranges by a class; they move with the text until others are shown. */
function createRangeMarks(index: TextIndex, className: string): RangeMarks {
  const key = new PluginKey<DecorationSet>(`range marks ${className}`);
  return {
    plugin: new Plugin<DecorationSet>({
      key,
      state: {
        init: () => DecorationSet.empty,
        apply(tr, marks) {
          const shown: unknown = tr.getMeta(key);
          if (shown instanceof DecorationSet) return shown;
          return tr.docChanged ? marks.map(tr.mapping, tr.doc) : marks;
        },
      },
      props: { decorations: (state) => key.getState(state) },
    }),
    show(view, ranges) {
      if (view.composing || (ranges.length === 0 && key.getState(view.state) === DecorationSet.empty)) return;
      readSelection(view);
      const { doc, tr } = view.state;
      const marks = ranges.map(({ start, end, title }) =>
        Decoration.inline(index.positionAt(doc, start), index.positionAt(doc, end), {
          class: className,
          ...(title === undefined ? {} : { title }),
        }),
      );
      view.dispatch(tr.setMeta(key, DecorationSet.create(doc, marks)));
    },
  };
}
