import type { Nodes } from '../ports/nodes-port.ts';
import { createTurns } from './turns.ts';

/** Returns `nodes-port.ts` for a server that has its database alone. */
export function createSingleNode(): Nodes {
  return {
    notify() {},
    listen() {},
    turn: createTurns(),
    async once(_task, work) {
      await work();
      return 'done';
    },
  };
}
