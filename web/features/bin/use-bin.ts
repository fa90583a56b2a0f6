import { useRef, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { binBytes, binItems } from '../../data/bin/bin-items.ts';
import { deleteForGood, emptyBin } from '../../data/bin/clear-bin.ts';
import { restoreFromBin } from '../../data/bin/restore.ts';
import type { Library } from '../../data/database/library.ts';
import type { BinItem } from '../../data/database/library-db.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { itemName } from './bin-words.ts';

/** Names what goes for good if a person confirms it. */
export type BinQuestion = { readonly kind: 'item'; readonly item: BinItem } | { readonly kind: 'all' };

/** The contents of the bin, and what can be done with them. The focus goes to `outcomeLine` where a row goes. */
export function useBin(library: Library, notify: (toast: ToastRequest) => void) {
  const items = useLive(() => binItems(library), [library]);
  const bytes = useLive(() => binBytes(library), [library]) ?? 0;
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState('');
  const outcomeLine = useRef<HTMLParagraphElement>(null);

  function report(words: string): void {
    setOutcome(words);
    outcomeLine.current?.focus();
  }

  async function during(key: string, act: () => Promise<void>): Promise<void> {
    setBusy((others) => new Set([...others, key]));
    try {
      await act();
    } catch (error) {
      console.error('The bin could not be changed.', error);
      notify({
        title: t('The bin could not be changed'),
        description: t('This device did not take the change. Try it again.'),
        kind: 'destructive',
      });
    }
    setBusy((others) => new Set([...others].filter((other) => other !== key)));
  }

  return {
    ...{ items, bytes, busy, outcome, outcomeLine },
    restore: (item: BinItem) =>
      during(item.key, async () => {
        const { ok, left } = await restoreFromBin(library, item.key);
        if (ok) report(t('{name} is restored.', { name: itemName(item) }));
        else {
          const [description] = left;
          notify({ title: t('Not everything could be restored'), description, kind: 'destructive' });
        }
      }),
    remove: (question: BinQuestion) =>
      during(question.kind === 'all' ? '' : question.item.key, async () => {
        if (question.kind === 'all') await emptyBin(library);
        else await deleteForGood(library, question.item.key);
        report(
          question.kind === 'all'
            ? t('The bin was emptied.')
            : t('{name} is deleted for good.', { name: itemName(question.item) }),
        );
      }),
  };
}
