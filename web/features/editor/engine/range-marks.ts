import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import type { TextIndex } from './text-index.ts';
import { readSelection } from './unread-selection.ts';

export type RangeMarks = {
  readonly plugin: Plugin;
  /** Marks these ranges, in offsets of the text, and no others. */
  show(view: EditorView, ranges: readonly { readonly start: number; readonly end: number }[]): void;
};

/** Marks ranges by a class; they move with the text until others are shown. */
export function createRangeMarks(index: TextIndex, className: string): RangeMarks {
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
      const marks = ranges.map(({ start, end }) =>
        Decoration.inline(index.positionAt(doc, start), index.positionAt(doc, end), { class: className }),
      );
      view.dispatch(tr.setMeta(key, DecorationSet.create(doc, marks)));
    },
  };
}
