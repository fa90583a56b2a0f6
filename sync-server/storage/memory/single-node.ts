import type { Nodes } from '../nodes-port.ts';

/** `nodes-port.ts` where there is one node. */
export const singleNode: Nodes = { notify() {}, listen() {} };
