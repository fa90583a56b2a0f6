import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import type { Done, Failed, Loaded } from '../../session/account/account-answers.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { useLoaded } from './use-loaded.ts';

type Numbered = { readonly id: number };

/** The requests about what is given out: API tokens, links to read. */
interface Issuer<Item, Made, Request, Refusal> {
  list(): Promise<Loaded<readonly Item[]>>;
  make(request: Request): Promise<{ readonly ok: true; readonly value: Made } | Refusal>;
  revoke(id: number): Promise<Done>;
}

interface Options<Item> {
  readonly open: boolean;
  /** Returns the notice of what was revoked. */
  revoked(item: Item): ToastRequest;
  notify(toast: ToastRequest): void;
}

/** Lists what was given out, holds the one that was just made, whose secret no other answer has, and revokes. */
export function useIssued<Item extends Numbered, Made extends Numbered, Request, Refusal extends Failed>(
  issuer: Issuer<Item, Made, Request, Refusal>,
  { open, revoked, notify }: Options<Item>,
) {
  const list = useLoaded(issuer.list, open);
  const [made, setMade] = useState<Made | null>(null);
  const [pending, setPending] = useState<number | null>(null);
  const [wasOpen, setWasOpen] = useState(open);
  if (open !== wasOpen) {
    setWasOpen(open);
    // Shown once: not when the dialog is opened later.
    setMade(null);
  }

  return {
    ...{ list, made },
    /** The id of the one that is being revoked. */
    pending,
    async make(request: Request) {
      const answer = await issuer.make(request);
      if (!answer.ok) return answer;
      await list.reload();
      setMade(answer.value);
      return answer;
    },
    async revoke(item: Item): Promise<void> {
      setPending(item.id);
      const answer = await issuer.revoke(item.id);
      await list.reload();
      setPending(null);
      if (!answer.ok)
        return notify({ title: t('Not revoked'), description: answer.message, kind: 'destructive' });
      if (made?.id === item.id) setMade(null);
      notify(revoked(item));
    },
  };
}
