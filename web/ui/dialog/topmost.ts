/** Selects what stays usable over an open dialog: the notifications. */
export const topmostAttribute = { 'data-topmost-layer': '' } as const;
export const topmostSelector = '[data-topmost-layer]';

/** Whether a dialog or fullscreen lies over the page. */
export function isPageCovered(): boolean {
  return document.querySelector('[aria-modal=true]') !== null;
}

/** Whether a dialog has to be answered first. Fullscreen is one by its role alone. */
export function isDialogOpen(): boolean {
  return document.querySelector('[aria-modal=true]:not(.editor-stage)') !== null;
}
