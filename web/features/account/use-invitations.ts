import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#shared/language/translate.ts';
import type { MadeInvitation } from '#shared/model/account/registration.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { useLoaded } from './use-loaded.ts';

/** Holds the list of invitations and the link that was just made, and makes and withdraws them. */
export function useInvitations(
  actions: Pick<AccountActions, 'invitations' | 'invite' | 'withdrawInvitation'>,
  notify: (toast: ToastRequest) => void,
) {
  const list = useLoaded(actions.invitations, true);
  const [days, setDays] = useState('7');
  const [made, setMade] = useState<MadeInvitation | null>(null);
  const [pending, setPending] = useState<'invite' | number | null>(null);
  const make = useRef<HTMLButtonElement>(null);

  function refuse(title: string, description: string): void {
    notify({ title, description, kind: 'destructive' });
  }

  return {
    ...{ list, days, setDays, made, make },
    /** Under way: a new link, or the withdrawal of the invitation of this id. */
    pending,
    async invite(): Promise<void> {
      setPending('invite');
      const answer = await actions.invite(Number(days));
      if (answer.ok) {
        setMade(answer.value);
        await list.reload();
      } else refuse(t('No invitation was made'), answer.message);
      setPending(null);
    },
    async withdraw(id: number): Promise<void> {
      setPending(id);
      const answer = await actions.withdrawInvitation(id);
      await list.reload();
      // A button that is still disabled takes no focus.
      flushSync(() => setPending(null));
      if (!answer.ok) return refuse(t('Not withdrawn'), answer.message);
      if (made?.id === id) setMade(null);
      make.current?.focus();
      notify({ title: t('Invitation withdrawn') });
    },
  };
}
