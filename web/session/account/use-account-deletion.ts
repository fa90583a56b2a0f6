import { useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { messages } from '#shared/model/messages.ts';
import type { Library } from '../../data/database/library.ts';
import { countContents } from '../../data/database/library-counts.ts';
import type { Unsent } from '../../data/drafts/unsent.ts';
import { useToaster } from '../../ui/provider.tsx';
import type { Session } from '../session.ts';

/** The numbers of what goes with the account. `unsent`: the changes that are on this device only. */
export interface AccountContents {
  readonly projects: number;
  readonly prompts: number;
  readonly files: number;
  readonly unsent: number;
}

type Counted = { readonly contents: AccountContents; readonly unsent: Unsent };

/** Counts what goes with the account, and deletes it once the person has seen that. */
export function useAccountDeletion(session: Session, library: Library) {
  const toaster = useToaster();
  const [isAsked, setIsAsked] = useState(false);
  const [isRecounted, setIsRecounted] = useState(false);
  const [counted, setCounted] = useState<Counted | null>(null);

  async function count(unsent: Unsent): Promise<void> {
    const contents = { ...(await countContents(library)), unsent: unsent.count };
    setCounted({ contents, unsent });
  }

  return {
    isAsked,
    isRecounted,
    contents: counted?.contents ?? null,
    cancel: () => setIsAsked(false),
    ask(): void {
      setIsAsked(true);
      setIsRecounted(false);
      setCounted(null);
      session
        .unsent()
        .then(count)
        .catch(() => {
          setIsAsked(false);
          const description = t('What is on this device could not be read, so nothing was deleted.');
          toaster.show({ title: t('Deletion failed'), description, kind: 'destructive' });
        });
    },
    /** Returns why the account is still there; null: it is deleted, or there is more to be shown. */
    async confirm(password: string): Promise<string | null> {
      if (counted === null) return null;
      try {
        const outcome = await session.deleteAccount(password, counted.unsent);
        if (outcome.kind === 'refused') return outcome.message;
        if (outcome.kind === 'recounted') {
          await count(outcome.unsent);
          setIsRecounted(true);
        } else {
          toaster.show({ title: t('Account deleted') });
        }
        return null;
      } catch {
        return messages.deviceRefuses;
      }
    },
  };
}
