/** Marks ranges of the page by its highlights, which `find-bar.css` colours; nothing where a browser has none. */
const all = 'found-match';
const one = 'found-current';

export function highlightRanges(ranges: readonly AbstractRange[], current: AbstractRange | null): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.set(all, new Highlight(...ranges));
  const highlight = current === null ? new Highlight() : new Highlight(current);
  highlight.priority = 1;
  CSS.highlights.set(one, highlight);
}

export function clearHighlights(): void {
  if (!('highlights' in CSS)) return;
  CSS.highlights.delete(all);
  CSS.highlights.delete(one);
}
