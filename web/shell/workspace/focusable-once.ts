/** Returns the element as one that can have the focus once: it is no stop of the keyboard, and a press takes it there no more. */
export function focusableOnce(element: HTMLElement | null): HTMLElement | null {
  if (element === null) return null;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  return element;
}
