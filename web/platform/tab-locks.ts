import type { Exclusive } from './exclusive.ts';
import { leaseLocks } from './lease-locks.ts';
import { createLeaseStorage } from './lease-storage.ts';

/** Returns Web Locks, or leases where the browser has none: outside of secure contexts (plain http). */
export function tabLocks(page: Window): Exclusive {
  const locks: LockManager | undefined = page.navigator.locks;
  return locks === undefined ? pageLeases(page) : webLocks(locks);
}

function webLocks(locks: LockManager): Exclusive {
  return (name, task) => locks.request(name, () => task());
}

function pageLeases(page: Window): Exclusive {
  const leases = leaseLocks({
    storage: createLeaseStorage(page.indexedDB),
    channel: new BroadcastChannel('promptory-leases'),
    holder: page.crypto.getRandomValues(new Uint32Array(4)).join('-'),
    now: () => Date.now(),
    after(ms, run) {
      const timer = page.setTimeout(run, ms);
      return () => page.clearTimeout(timer);
    },
  });
  page.addEventListener('pagehide', leases.releaseAll);
  return leases.exclusive;
}
