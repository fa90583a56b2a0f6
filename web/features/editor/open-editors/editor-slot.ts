/**
 * The element that an editor is in. It stays on the page, not drawn, while its editor is parked: the style sheet keeps
 * its styles and its layout. What scrolls is an element inside, so that the editor stays where it was scrolled to.
 */
export type EditorSlot = {
  readonly element: HTMLElement;
  /** The editor is put into it. */
  readonly scroller: HTMLElement;
};

export function createEditorSlot(): EditorSlot {
  const element = document.createElement('div');
  element.className = 'editor-slot';
  const scroller = document.createElement('div');
  scroller.className = 'editor-scroller';
  element.append(scroller);
  return { element, scroller };
}

/** Draws the slot no more, and takes the focus out of it, and the selection that a copy would take. */
export function hideSlot(element: HTMLElement): void {
  element.ariaHidden = 'true';
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && element.contains(activeElement)) activeElement.blur();
  const selection = document.getSelection();
  if (selection !== null && element.contains(selection.anchorNode)) selection.removeAllRanges();
}

export function showSlot(element: HTMLElement): void {
  element.ariaHidden = null;
}

/** Returns true for an element of an editor that is not drawn. */
export function isInHiddenSlot(element: Element): boolean {
  return element.closest('.editor-slot[aria-hidden]') !== null;
}
