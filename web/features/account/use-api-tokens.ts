import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { ApiToken, ApiTokenRequest, MadeApiToken } from '#shared/model/account/api-token.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import type { AccountActions } from '../../session/account/account-actions.ts';
import type { Done } from '../../session/account/account-answers.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLoaded } from './use-loaded.ts';

interface Options {
  readonly open: boolean;
  notify(toast: ToastRequest): void;
}

/** Holds the list of API tokens and the one that was just made, and makes and revokes them. */
export function useApiTokens(
  actions: Pick<AccountActions, 'apiTokens' | 'makeApiToken' | 'revokeApiToken'>,
  { open, notify }: Options,
) {
  const list = useLoaded(actions.apiTokens, open);
  const [made, setMade] = useState<MadeApiToken | null>(null);
  const [pending, setPending] = useState<number | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Shown once: not when the dialog is opened later.
    setMade(null);
  }

  return {
    ...{ list, made },
    /** The id of the token that is being revoked. */
    pending,
    async make(request: ApiTokenRequest): Promise<Done> {
      const answer = await actions.makeApiToken(request);
      if (!answer.ok) return answer;
      await list.reload();
      setMade(answer.value);
      return { ok: true };
    },
    async revoke({ id, name }: ApiToken): Promise<void> {
      setPending(id);
      const answer = await actions.revokeApiToken(id);
      await list.reload();
      setPending(null);
      if (!answer.ok)
        return notify({ title: t('Not revoked'), description: answer.message, kind: 'destructive' });
      if (made?.id === id) setMade(null);
      notify({ title: t('Token revoked'), description: isolatedName(name) });
    },
  };
}
