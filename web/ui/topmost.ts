/** Selects what stays usable over an open dialog: the notifications. */
export const topmostAttribute = { 'data-topmost-layer': '' } as const;
export const topmostSelector = '[data-topmost-layer]';
