import { Alert, Button } from '@chakra-ui/react';
import { useState } from 'react';
import { t, translatedParts } from '#shared/language/translate.ts';
import { unfinishedTakeOver, type WhoseWords } from '../../../data/take-over/take-over-plan.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { Section } from '../../../ui/dialog-parts/section.tsx';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { useNotify } from '../../../ui/provider.tsx';
import { Acts } from '../change-list.tsx';
import { exportAs } from '../library-file/library-exports.tsx';
import { TakeOverProgress } from '../take-over-progress.tsx';

export interface HistoryChoiceProps {
  readonly kind: 'reset' | 'removals';
  onKeep(whose: WhoseWords): Promise<void>;
  onAllowRemovals(): Promise<void>;
}

/** The server has another history than this device remembers: which one counts is for a person to decide. */
export function HistoryChoice({ kind, onKeep, onAllowRemovals }: HistoryChoiceProps) {
  const library = useLibrary();
  const notify = useNotify();
  const [pending, setPending] = useState<WhoseWords | null>(null);
  const takeOver = useLive(() => unfinishedTakeOver(library), [library]) ?? null;

  async function choose(whose: WhoseWords): Promise<void> {
    setPending(whose);
    try {
      if (whose === 'server' && kind === 'removals') await onAllowRemovals();
      else await onKeep(whose);
    } finally {
      setPending(null);
    }
  }

  if (takeOver !== null) return <TakeOverProgress takeOver={takeOver} />;
  return (
    <Alert.Root status="warning">
      <Alert.Content>
        <Section
          label={t('Whose library counts')}
          title={
            kind === 'reset'
              ? t('The server was restored or reset')
              : t('Much of this library was deleted elsewhere')
          }
        >
          <p>{bothWays()}</p>
          <Acts>
            <Button size="sm" onClick={() => void exportAs(library, notify, { bytes: 'here' })}>
              {t('Export first')}
            </Button>
            <Button
              size="sm"
              loading={pending === 'server'}
              loadingText={t('Taking...')}
              onClick={() => void choose('server')}
            >
              {t('Take the server’s')}
            </Button>
            <Button
              size="sm"
              variant="solid"
              colorPalette="accent"
              loading={pending === 'mine'}
              loadingText={t('Keeping...')}
              onClick={() => void choose('mine')}
            >
              {t('Keep mine')}
            </Button>
          </Acts>
        </Section>
      </Alert.Content>
    </Alert.Root>
  );
}

/** Says what becomes of each side, with the names of the two buttons. */
function bothWays() {
  return translatedParts(
    '{mine} sends what the server lacks from this device; nothing is lost on either side. {server} shows what the server has; changes that were never sent are still sent.',
    {
      mine: <strong key="mine">{t('Keep mine')}</strong>,
      server: <strong key="server">{t('Take the server’s')}</strong>,
    },
  );
}
