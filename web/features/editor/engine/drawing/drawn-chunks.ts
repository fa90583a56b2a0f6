import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';
import { unreadSelection } from './unread-selection.ts';

type Drawn = {
  /** A selection over so many chunks that drawing them all would take a noticeable time. */
  readonly wide: boolean;
  /** While it is wide: the chunks on the screen and about it. */
  readonly onScreen: ChunkRange;
  readonly anchor: number;
  readonly head: number;
  readonly marks: DecorationSet;
};
type ChunkRange = { readonly first: number; readonly last: number };

const WIDE = 12;
/** Frames; a selection that is still not read then is one that means the same. */
const LONGEST_WAIT = 5;
const key = new PluginKey<Drawn>('sourceDrawnChunks');

/**
 * The browser skips chunks off the screen by itself (content-visibility: auto), but for two things:
 * 1. It lays a skipped chunk out only with the next frame, and until then takes a caret in it to be somewhere else: a
 *    key or a composition within that frame, after a change over several chunks or an arrow key at a border, would go
 *    there. So the chunks at both ends of the selection, and their neighbours, are drawn always.
 * 2. It draws whatever is selected, on the screen or not: selecting a megabyte took seconds. So under a selection over
 *    many chunks, those that are neither on the screen nor at its ends are hidden from that.
 */
export function drawnChunks(): Plugin<Drawn> {
  return new Plugin<Drawn>({
    key,
    state: {
      init: (_, state) => drawn(state, { first: 0, last: -1 }),
      apply(tr, before, _, state) {
        const seen: unknown = tr.getMeta(key);
        const ends = endsOf(state);
        const onScreen = isRange(seen) ? seen : before.onScreen;
        const same =
          ends.anchor === before.anchor && ends.head === before.head && onScreen === before.onScreen;
        return same && !tr.docChanged ? before : drawn(state, onScreen);
      },
    },
    props: {
      decorations: (state) => key.getState(state)?.marks,
      attributes: (state): Record<string, string> =>
        key.getState(state)?.wide ? { class: 'source-editor-wide' } : {},
    },
    view: (view) => followScreen(view),
  });
}

function endsOf({ doc, selection }: EditorState): { anchor: number; head: number } {
  const last = doc.childCount - 1;
  return {
    anchor: Math.min(selection.$anchor.index(0), last),
    head: Math.min(selection.$head.index(0), last),
  };
}

function drawn(state: EditorState, onScreen: ChunkRange): Drawn {
  const { anchor, head } = endsOf(state);
  const wide = Math.abs(anchor - head) > WIDE;
  const isDrawn = (chunk: number) =>
    Math.abs(chunk - anchor) <= 1 ||
    Math.abs(chunk - head) <= 1 ||
    (wide && chunk >= onScreen.first && chunk <= onScreen.last);
  return { wide, onScreen, anchor, head, marks: marked(state.doc, isDrawn) };
}

function marked(doc: Node, isDrawn: (chunk: number) => boolean): DecorationSet {
  const marks: Decoration[] = [];
  doc.forEach((chunk, offset, index) => {
    if (isDrawn(index)) {
      marks.push(Decoration.node(offset, offset + chunk.nodeSize, { class: 'source-chunk-drawn' }));
    }
  });
  return DecorationSet.create(doc, marks);
}

function isRange(value: unknown): value is ChunkRange {
  return typeof value === 'object' && value !== null && 'first' in value && 'last' in value;
}

/** While a wide selection stands, reports which chunks are on the screen: at once, and when something scrolls. */
function followScreen(first: EditorView) {
  let following = false;
  let frame = 0;
  let waited = 0;

  function look() {
    frame = 0;
    if (first.isDestroyed) return;
    const now = key.getState(first.state);
    if (now === undefined || !now.wide) return;
    // Drawing puts the known selection back: one that a key has just made, and nobody has read yet, would be lost.
    if (waited < LONGEST_WAIT && unreadSelection(first) !== null) {
      waited += 1;
      return scrolled();
    }
    waited = 0;
    const seen = chunksOnScreen(first.dom);
    if (seen.first === now.onScreen.first && seen.last === now.onScreen.last) return;
    first.dispatch(first.state.tr.setMeta(key, seen));
  }

  function scrolled() {
    if (frame === 0) frame = requestAnimationFrame(look);
  }

  function stop() {
    removeEventListener('scroll', scrolled, true);
    cancelAnimationFrame(frame);
    following = false;
    frame = 0;
  }

  return {
    update(view: EditorView) {
      const wide = key.getState(view.state)?.wide === true;
      if (wide && !following) {
        addEventListener('scroll', scrolled, { capture: true, passive: true });
        following = true;
        look();
      } else if (!wide && following) stop();
    },
    destroy: stop,
  };
}

/** Returns the chunks on the screen, with its height above and below for what is scrolled to before the next look. */
export function chunksOnScreen(dom: HTMLElement): ChunkRange {
  const top = -innerHeight;
  const bottom = innerHeight * 2;
  let first = -1;
  let last = -1;
  Array.from(dom.children).forEach((chunk, index) => {
    const box = chunk.getBoundingClientRect();
    // One that is folded is nowhere.
    if (box.height === 0 || box.bottom < top || box.top > bottom) return;
    if (first === -1) first = index;
    last = index;
  });
  return { first, last };
}
