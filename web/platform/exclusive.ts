/**
 * Runs `task` while no other tab of this origin runs one of the same name. `lost` aborts where the lock went to
 * another tab before the task ended; Web Locks are never lost and give no signal.
 */
export type Exclusive = <T>(name: string, task: (lost?: AbortSignal) => Promise<T>) => Promise<T>;
