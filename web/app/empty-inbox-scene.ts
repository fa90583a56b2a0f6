import type { SharedInbox } from './open-library-props.ts';

/** An inbox into which nothing was shared. */
export const emptyInbox: SharedInbox = { list: async () => [], clear: async () => {} };
