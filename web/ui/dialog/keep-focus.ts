/**
 * Gives a control the focus back that it lost because it was disabled while something was under way (`loading`), unless
 * something else has taken it meanwhile: a browser leaves the focus nowhere. Returns how to stop.
 */
export function keepFocusOfDisabled(page: Document): () => void {
  let lost: Element | null = null;
  const observer = new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLElement)) continue;
      if (target.hasAttribute('disabled')) {
        if (page.activeElement === target) lost = target;
      } else if (target === lost) {
        lost = null;
        if (page.activeElement?.contains(target) ?? true) target.focus();
      }
    }
  });
  observer.observe(page.documentElement, { subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => observer.disconnect();
}
