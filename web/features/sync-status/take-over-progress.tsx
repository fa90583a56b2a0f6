import { Alert } from '@chakra-ui/react';
import { useId } from 'react';
import { t } from '#shared/language/translate.ts';
import type { LoopState, SyncStatus } from '#shared/sync/status.ts';
import type { UnfinishedTakeOver } from '../../data/take-over/take-over-plan.ts';
import { ProgressBar } from '../../ui/dialog-parts/progress-bar.tsx';
import { Section } from '../../ui/dialog-parts/section.tsx';

/** How far this device is in doing what a person decided about the server's other history. */
export function TakeOverProgress({ takeOver }: { readonly takeOver: UnfinishedTakeOver }) {
  const { keep, done, of } = takeOver;
  const label = useId();
  return (
    <Alert.Root status="warning">
      <Alert.Content>
        <Section label={t('Whose library counts')} title={<span id={label}>{names()[keep]}</span>}>
          <ProgressBar aria-labelledby={label} progress={{ done, of }} />
          <p>{t('{done, number} of {of, number} done.', { done, of })}</p>
          <p>
            {t('You can keep working, or close this tab: this continues when Promptory is open and online.')}
          </p>
        </Section>
      </Alert.Content>
    </Alert.Root>
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
