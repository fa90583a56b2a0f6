import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { MadeReadLink, ReadLink, ReadLinkRequest } from '#shared/model/account/read-link.ts';
import type { LinkActions, MadeLinkAnswer } from '../../../session/account/link-actions.ts';
import type { ToastRequest } from '../../../ui/toaster-store.ts';
import { useLoaded } from '../use-loaded.ts';

interface Options {
  readonly open: boolean;
  notify(toast: ToastRequest): void;
}

/** Holds the list of links and the one that was just made, and makes and revokes them. */
export function useReadLinks(actions: LinkActions, { open, notify }: Options) {
  const list = useLoaded(actions.list, open);
  const [made, setMade] = useState<MadeReadLink | null>(null);
  const [pending, setPending] = useState<number | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Shown once: not when the dialog is opened later.
    setMade(null);
  }

  return {
    ...{ list, made },
    /** The id of the link that is being revoked. */
    pending,
    async make(request: ReadLinkRequest): Promise<MadeLinkAnswer> {
      const answer = await actions.make(request);
      if (!answer.ok) return answer;
      await list.reload();
      setMade(answer.value);
      return answer;
    },
    async revoke({ id }: ReadLink): Promise<void> {
      setPending(id);
      const answer = await actions.revoke(id);
      await list.reload();
      setPending(null);
      if (!answer.ok) {
        notify({ title: t('Not revoked'), description: answer.message, kind: 'destructive' });
        return;
      }
      if (made?.id === id) setMade(null);
      notify({ title: t('Link revoked') });
    },
  };
}
