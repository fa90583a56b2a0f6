/**
 * Limits guesses at passwords without locking anybody out.
 * 1. Attempts count by name and address together, and by address: a stranger's guesses at a name stop the stranger.
 * 2. A browser in which the user has signed in before counts by itself alone: others at its address do not stop it.
 * 3. An attempt is counted before its outcome is known; one that succeeds, or is not tried, is given back.
 */
import type { AttemptThrottle } from '../../storage/ports/throttle-port.ts';
import { addressKey } from './address-key.ts';

export type SignInThrottles = {
  /** Ten in five minutes. */
  device: AttemptThrottle;
  nameAndAddress: AttemptThrottle;
  /** More: a household or an office may share one. */
  address: AttemptThrottle;
};

export type Attempt =
  | { kind: 'throttled'; retryAfterSeconds: number }
  | { kind: 'counted'; succeeded(): Promise<void>; notTried(): Promise<void> };

export type CountAttempt = (attempt: {
  usernameKey: string;
  /** Undefined: the request came over no network. */
  address: string | undefined;
  /** The known device of this user that it came from. */
  device: { userId: number; id: string } | undefined;
}) => Promise<Attempt>;

export function createSignInLimits(throttles: SignInThrottles): CountAttempt {
  return async ({ usernameKey, address, device }) => {
    if (device !== undefined) return count(throttles.device, `${device.userId} ${device.id}`);
    const from = address === undefined ? undefined : addressKey(address);
    const byAddress = from === undefined ? undefined : await count(throttles.address, from);
    if (byAddress?.kind === 'throttled') return byAddress;
    const byName = await count(throttles.nameAndAddress, `${from ?? ''} ${usernameKey}`);
    if (byName.kind === 'throttled' || byAddress === undefined) return byName;
    return {
      kind: 'counted',
      async succeeded() {
        await byName.succeeded();
        // The other guesses of this address stay counted.
        await byAddress.notTried();
      },
      async notTried() {
        await byName.notTried();
        await byAddress.notTried();
      },
    };
  };
}

async function count(throttle: AttemptThrottle, key: string): Promise<Attempt> {
  const taken = await throttle.take(key);
  if (taken.kind === 'throttled') return taken;
  return {
    kind: 'counted',
    succeeded: () => throttle.forget(key),
    notTried: () => throttle.giveBack(key),
  };
}
