/**
 * Locks between tabs where the browser has no Web Locks: a lease in storage, renewed by a heartbeat.
 *
 * 1. Who writes its name into a lease that is absent or has expired holds the lock; that step is atomic.
 * 2. A tab that dies or sleeps renews no more, so it delays the others by `leaseMs` at most. A tab that ends its
 *    task or goes away releases at once, and a message wakes who waits.
 * 3. A holder whose lease went to another tab sees it at its next heartbeat. Browsers slow the timers of hidden
 *    tabs down to one a minute, so for that long two tabs may run. What runs under a lock must bear that: pushes
 *    are idempotent by key, a page is applied only to the cursor that it leads on from, uploads go on where the
 *    server says.
 * 4. Requests of one tab queue in order.
 */
import type { Exclusive } from './exclusive.ts';
import type { Lease, LeaseStorage } from './lease-storage.ts';

export const leaseMs = 6_000;
const renewMs = 2_000;

export type LeaseDeps = {
  storage: LeaseStorage;
  /** Carries the name of each lock that is released to the other tabs. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;
  /** Names this tab. */
  holder: string;
  now(): number;
  /** Calls `run` after a pause; returns how to cancel it. */
  after(ms: number, run: () => void): () => void;
};

export type LeaseLocks = {
  exclusive: Exclusive;
  /** Releases everything that this tab holds, without waiting: it is about to go. */
  releaseAll(): void;
};

export function leaseLocks(deps: LeaseDeps): LeaseLocks {
  const { storage, channel } = deps;
  const held = new Set<string>();
  const queues = new Map<string, Promise<unknown>>();

  async function run<T>(name: string, task: (lost: AbortSignal) => Promise<T>): Promise<T> {
    await take(deps, name);
    held.add(name);
    const lost = new AbortController();
    const stopRenewing = keepRenewing(deps, name, () => {
      held.delete(name);
      lost.abort();
    });
    try {
      return await task(lost.signal);
    } finally {
      stopRenewing();
      held.delete(name);
      await release(deps, name);
    }
  }

  return {
    exclusive(name, task) {
      const running = (queues.get(name) ?? Promise.resolve()).then(() => run(name, task));
      const ended = running.then(nothing, nothing).then(() => {
        if (queues.get(name) === ended) queues.delete(name);
      });
      queues.set(name, ended);
      return running;
    },
    releaseAll() {
      for (const name of held) {
        storage.remove(name);
        channel.postMessage(name);
      }
    },
  };
}

/** Resolves when this tab holds the lease. Rejects where the storage fails. */
async function take(deps: LeaseDeps, name: string): Promise<void> {
  const { storage, holder, now } = deps;
  for (;;) {
    // Listening begins before the look: a release in between must not be missed.
    const released = nextRelease(deps, name);
    try {
      const lease = await storage.update(name, (current) =>
        canHold(deps, current) ? leaseOf(deps) : current,
      );
      if (lease === undefined || lease.holder === holder) return;
      await released.or(lease.expiresAt - now());
    } finally {
      released.stop();
    }
  }
}

/** Renews until it is stopped, or until another tab holds the lease: then it calls `onLost`. */
function keepRenewing(deps: LeaseDeps, name: string, onLost: () => void): () => void {
  const { storage, holder, after } = deps;
  let isStopped = false;
  let cancel = after(renewMs, renew);

  function renew(): void {
    if (isStopped) return;
    const renewing = storage.update(name, (current) => {
      if (isStopped) return current;
      return canHold(deps, current) ? leaseOf(deps) : current;
    });
    renewing.then(
      (lease) => {
        if (isStopped) return;
        if (lease?.holder === holder) cancel = after(renewMs, renew);
        else onLost();
      },
      // A storage that fails now may work later; until then the lease runs out by itself.
      () => {
        if (!isStopped) cancel = after(renewMs, renew);
      },
    );
  }

  return () => {
    isStopped = true;
    cancel();
  };
}

async function release({ storage, channel, holder }: LeaseDeps, name: string): Promise<void> {
  try {
    await storage.update(name, (current) => (current?.holder === holder ? undefined : current));
    channel.postMessage(name);
  } catch {
    // It expires by itself.
  }
}

function canHold({ holder, now }: LeaseDeps, lease: Lease | undefined): boolean {
  if (lease === undefined || lease.holder === holder || lease.expiresAt <= now()) return true;
  // A clock that was set back must not keep a dead tab's lease alive for hours.
  return lease.expiresAt > now() + leaseMs;
}

function leaseOf({ holder, now }: LeaseDeps): Lease {
  return { holder, expiresAt: now() + leaseMs };
}

/** Listens for the next release of a lock by another tab. */
function nextRelease({ channel, after }: LeaseDeps, name: string) {
  let wake = nothing;
  let isReleased = false;
  const listen = ({ data }: MessageEvent<unknown>) => {
    if (data !== name) return;
    isReleased = true;
    wake();
  };
  channel.addEventListener('message', listen);
  return {
    /** Resolves at the release, or after `ms`. */
    async or(ms: number): Promise<void> {
      if (isReleased) return;
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const cancel = after(Math.max(0, ms), () => wake());
      await woken;
      cancel();
    },
    stop: () => channel.removeEventListener('message', listen),
  };
}

function nothing(): void {}
