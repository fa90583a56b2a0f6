import { useId } from 'react';
import { t } from '#shared/language/translate.ts';
import type { LoopState, SyncStatus } from '#shared/sync/status.ts';
import type { UnfinishedTakeOver } from '../../data/take-over/take-over-plan.ts';
import '../../ui/under-way.css';

/** How far this device is in doing what a person decided about the server's other history. */
export function TakeOverProgress({ takeOver }: { readonly takeOver: UnfinishedTakeOver }) {
  const { keep, done, of } = takeOver;
  const label = useId();
  return (
    <section className="sync-section sync-choice" aria-label={t('Whose library counts')}>
      <h3 id={label}>{names()[keep]}</h3>
      <progress className="ui-progress" aria-labelledby={label} max={of} value={done} />
      <p>{t('{done, number} of {of, number} done.', { done, of })}</p>
      <p>
        {t(
          'You can go on working, and close this tab: it goes on from there when Promptory is open and online.',
        )}
      </p>
    </section>
  );
}

/** A question that was answered is no longer asked while the answer is carried out. */
export function statusWithTakeOver(
  status: SyncStatus,
  { paused }: LoopState,
  takeOver: UnfinishedTakeOver | null,
): SyncStatus {
  const isAnswered = takeOver !== null && (paused === 'reset' || paused === 'removals');
  return isAnswered && status.kind === 'attention'
    ? { kind: 'saving', text: names()[takeOver.keep] }
    : status;
}

const names = () => ({ mine: t('Keeping yours'), server: t('Taking the server’s') }) as const;
