/** The parts of a page's window that this uses. */
export type ViewportWindow = Pick<Window, 'document'> & {
  readonly visualViewport: Pick<
    VisualViewport,
    'height' | 'offsetTop' | 'scale' | 'addEventListener' | 'removeEventListener'
  > | null;
  readonly innerHeight: number;
};

/** Pixels: less is no keyboard, but a bar of the browser that comes or goes. */
const leastKeyboard = 80;
/** Pixels: beside a keyboard on a phone that lies on its side. The same height is in `editor-pane.css`. */
const short = 288;

/**
 * Fits the page between the top and a keyboard on the screen: where that covers the page instead of making it smaller
 * (Safari on a phone), the root gets the height and the place of what can be seen, and the style sheets use these. So
 * the tools stay at the top and the last line above the keys. A page that is only zoomed into stays as it is.
 */
export function watchVisibleViewport(page: ViewportWindow): () => void {
  const { visualViewport: visible, document } = page;
  if (visible === null) return () => undefined;
  const { style: root } = document.documentElement;

  function place(): void {
    if (visible === null) return;
    const isCovered = visible.scale < 1.02 && page.innerHeight - visible.height > leastKeyboard;
    document.documentElement.toggleAttribute('data-short', isCovered && visible.height < short);
    if (!isCovered) {
      root.removeProperty('--visible-height');
      root.removeProperty('--visible-top');
      return;
    }
    root.setProperty('--visible-height', `${visible.height}px`);
    root.setProperty('--visible-top', `${visible.offsetTop}px`);
    keepCaretInSight(document);
  }

  visible.addEventListener('resize', place);
  visible.addEventListener('scroll', place);
  place();
  return () => {
    visible.removeEventListener('resize', place);
    visible.removeEventListener('scroll', place);
  };
}

/** The text is lower now than when the browser scrolled to the caret. */
function keepCaretInSight(document: Document): void {
  const node = document.getSelection()?.focusNode;
  const line = node instanceof Element ? node : node?.parentElement;
  if (line?.closest('[contenteditable]')) line.scrollIntoView({ block: 'nearest' });
}
