/**
 * One server a store: two would give the same sequence numbers to different listeners and queues.
 *
 * 1. While a server has the lock, another one is refused with `CannotStart` and a sentence for a person.
 * 2. The lock goes with the server, however that ends: none is ever stale.
 *
 * Several servers before one database take it for what only one of them may do. `server-lock-suite.ts` is what every
 * implementation passes.
 */
export type ServerLock = { release(): Promise<void> };
