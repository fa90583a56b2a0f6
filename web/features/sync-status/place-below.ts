const gap = 6;
const margin = 8;

/** Puts a fixed element under its button, within the window. */
export function placeBelow(element: HTMLElement, button: HTMLElement): void {
  const target = button.getBoundingClientRect();
  const { width } = element.getBoundingClientRect();
  const left = Math.max(margin, Math.min(target.right - width, window.innerWidth - width - margin));
  element.style.setProperty('inset', `${target.bottom + gap}px auto auto ${left}px`);
}
