import { useEffect, useState } from 'react';
import type { InvitationState, RegistrationState } from '#shared/model/account/registration.ts';
import type { AuthActions } from './auth-actions.ts';

/** The answers of the server about sign-ups; null where it does not answer. */
export interface SignUpTerms {
  readonly registration: RegistrationState | null;
  /** Null without an invitation, too. */
  readonly invitation: InvitationState | null;
}

const unanswered: SignUpTerms = { registration: null, invitation: null };

/**
 * Returns who may make an account, and whether the invitation of the link can be used; undefined while the server is
 * asked. Asks again once it is reachable.
 */
export function useRegistration(
  { registration, invitation }: Pick<AuthActions, 'registration' | 'invitation'>,
  { invite, offline }: { readonly invite: string | null; readonly offline: boolean },
): SignUpTerms | undefined {
  const [terms, setTerms] = useState<SignUpTerms>();
  useEffect(() => {
    if (offline) return;
    let isCurrent = true;
    void Promise.all([registration(), invite === null ? null : invitation(invite)]).then(
      ([state, invited]) => {
        if (isCurrent) setTerms({ registration: state, invitation: invited });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [registration, invitation, invite, offline]);
  return offline ? (terms ?? unanswered) : terms;
}
