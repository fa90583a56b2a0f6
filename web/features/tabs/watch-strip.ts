/**
 * Marks at which ends of a strip of tabs there is more than can be seen, keeps its selected tab in sight when its width
 * changes, and lets the wheel of a mouse move it sideways. Returns how to stop. None of it draws the tabs once more.
 */
export function watchStrip(strip: HTMLElement): () => void {
  const events = new AbortController();
  const { signal } = events;

  function mark(): void {
    const { scrollLeft, clientWidth, scrollWidth } = strip;
    strip.toggleAttribute('data-more-before', scrollLeft > 1);
    strip.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1);
  }
  const sizes = new ResizeObserver(() => {
    strip.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    mark();
  });
  let frame = 0;
  const tabs = new MutationObserver(() => {
    // In the frame: the page is laid out once, and not also in the middle of what opens a tab.
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(mark);
  });
  sizes.observe(strip);
  tabs.observe(strip, { childList: true, characterData: true, subtree: true });
  strip.addEventListener('scroll', mark, { passive: true, signal });
  strip.addEventListener(
    'wheel',
    (event) => {
      if (event.deltaX !== 0 || event.ctrlKey || strip.scrollWidth <= strip.clientWidth) return;
      event.preventDefault();
      strip.scrollLeft += event.deltaY;
    },
    { passive: false, signal },
  );
  // Where something listens, the browser asks before it scrolls: a tab that is held is dragged instead.
  strip.addEventListener('touchmove', () => undefined, { passive: false, signal });
  return () => {
    events.abort();
    cancelAnimationFrame(frame);
    sizes.disconnect();
    tabs.disconnect();
  };
}
