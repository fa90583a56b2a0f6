/** Runs `task` while no other tab of this origin runs one of the same name. */
export type Exclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>;

export function webLocks(locks: LockManager): Exclusive {
  return (name, task) => locks.request(name, task);
}
