import type { Unsent } from '../data/drafts/unsent.ts';
import type { Done } from '../features/account/account-answers.ts';
import type { SignOutOutcome } from './sign-out-together.ts';

export type DeletionOutcome =
  | { readonly kind: 'deleted' }
  /** There is more on this device only than the person was shown. */
  | { readonly kind: 'recounted'; readonly unsent: Unsent }
  | { readonly kind: 'refused'; readonly message: string };

export type AccountDeletionDeps = {
  remove(password: string): Promise<Done>;
  signOut(expected: Unsent, confirm: () => Promise<boolean>): Promise<SignOutOutcome>;
};

/** Deletes the account on the server once nothing can be changed on this device any more, and signs out. */
export function accountDeletion({
  remove,
  signOut,
}: AccountDeletionDeps): (password: string, expected: Unsent) => Promise<DeletionOutcome> {
  return async (password, expected) => {
    let message = '';
    const outcome = await signOut(expected, async () => {
      const removed = await remove(password);
      if (!removed.ok) message = removed.message;
      return removed.ok;
    });
    switch (outcome.kind) {
      case 'signedOut':
        return { kind: 'deleted' };
      case 'recounted':
        return outcome;
      case 'calledOff':
        return { kind: 'refused', message };
    }
  };
}
