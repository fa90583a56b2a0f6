import type { EditorView } from '@tiptap/pm/view';

/** Frames; what was not laid out before has its true height by then. */
const mostFrames = 4;

/** Brings the beginning of the selection to the middle of what scrolls, unless it is in sight; without the focus too. */
export function revealSelection(view: EditorView, frames = mostFrames): void {
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
