import { t } from '#shared/language/translate.ts';
import type { Unsent } from '../../data/drafts/unsent.ts';
import type { SignOutOutcome } from '../sign-out-together.ts';
import type { Done } from './account-answers.ts';

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
    let isRemoved = false;
    const outcome = await signOut(expected, async () => {
      const removed = await remove(password);
      if (removed.ok) isRemoved = true;
      else message = removed.message;
      return removed.ok;
    });
    switch (outcome.kind) {
      case 'signedOut':
        return { kind: 'deleted' };
      case 'recounted':
        return isRemoved ? { kind: 'refused', message: keptHere() } : outcome;
      case 'calledOff':
        return { kind: 'refused', message };
    }
  };
}

/** Another tab wrote while the server deleted the account: what is here stays until the person has seen it. */
const keptHere = () =>
  t(
    'The account is deleted on the server. Something was written here in the meantime, so this device keeps its library: export it, then log out.',
  );
