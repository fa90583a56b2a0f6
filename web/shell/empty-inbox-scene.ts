import type { SharedInbox } from '../session/open-library-type.ts';

/** An inbox into which nothing was shared. */
export const emptyInbox: SharedInbox = { list: async () => [], clear: async () => {} };
