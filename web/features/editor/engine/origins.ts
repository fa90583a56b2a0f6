/** The key under which a transaction carries the origin of its change. */
export const ORIGIN = 'sourceOrigin';

/** Set on a command of the app that changes the text elsewhere than at the caret. */
export const BY_COMMAND = 'sourceByCommand';
