import { useMemo, useState } from 'react';
import { chosenText, type HunkChoice } from '#shared/diff/conflict-hunks.ts';
import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import { isBlank } from '#shared/model/text.ts';
import type { Library } from '../../data/database/library.ts';
import { type ReviewedText, settleConflict } from '../../data/review/settle-conflict.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { useHunks } from './use-hunks.ts';

export interface ReviewedConflict {
  readonly library: Library;
  readonly promptId: number;
  readonly versionId: number;
  readonly current: string;
  readonly kept: string;
  onClose(): void;
  notify(toast: ToastRequest): void;
}

/** Holds what a person chose of two texts and typed into the result, and settles the conflict with it. */
export function useReview({
  library,
  promptId,
  versionId,
  current,
  kept,
  onClose,
  notify,
}: ReviewedConflict) {
  const hunks = useHunks({ current, kept });
  const [choices, setChoices] = useState<ReadonlyMap<number, HunkChoice>>(new Map());
  const chosen = useMemo(
    () => (hunks === null ? current : chosenText(hunks, choices)),
    [hunks, choices, current],
  );
  /** The text typed into the result, and the text that it was made of. */
  const [edited, setEdited] = useState<{ text: string; base: string } | null>(null);
  const result = edited?.text ?? chosen;
  const base = edited?.base ?? current;

  async function settle(chosen: ReviewedText | null): Promise<void> {
    const title = t('The review was not saved');
    try {
      const settled = await settleConflict(library, { promptId, versionId, result: chosen });
      if (settled.ok) return onClose();
      const description = settled.errors[0]?.message ?? refusalMessages[settled.code];
      notify({ title, description, kind: 'destructive' });
    } catch {
      notify({ title, description: messages.changeNotWritten, kind: 'destructive' });
    }
  }

  return {
    hunks,
    result,
    canUseResult: result !== current && !isBlank(result),
    choiceAt: (at: number): HunkChoice => choices.get(at) ?? 'current',
    choose(at: number, choice: HunkChoice): void {
      setEdited(null);
      setChoices(new Map([...choices, [at, choice]]));
    },
    edit: (text: string) => setEdited({ text, base }),
    keepCurrent: () => void settle(null),
    useResult: () => void settle({ content: result, base }),
  };
}
