import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

type Near = { readonly chunk: number; readonly drawn: DecorationSet };

const key = new PluginKey<Near>('sourceNearCaret');

/**
 * Has the caret's chunk and its two neighbours drawn always, on the screen or not. A browser lays a skipped element out
 * only with the next frame; until then it takes a caret in it to be somewhere else, and a key or a composition that
 * comes within that frame, after a change over several chunks or an arrow key at a border, would go there.
 */
export function nearCaret(): Plugin<Near> {
  return new Plugin<Near>({
    key,
    state: {
      init: (_, state) => near(state.doc, chunkOf(state)),
      apply(tr, before, _, state) {
        const chunk = chunkOf(state);
        return tr.docChanged || chunk !== before.chunk ? near(state.doc, chunk) : before;
      },
    },
    props: { decorations: (state) => key.getState(state)?.drawn },
  });
}

function chunkOf(state: EditorState): number {
  return Math.min(state.selection.$head.index(0), state.doc.childCount - 1);
}

function near(doc: Node, chunk: number): Near {
  const marks: Decoration[] = [];
  doc.forEach((node, offset, index) => {
    if (Math.abs(index - chunk) > 1) return;
    marks.push(Decoration.node(offset, offset + node.nodeSize, { class: 'source-chunk-near' }));
  });
  return { chunk, drawn: DecorationSet.create(doc, marks) };
}
