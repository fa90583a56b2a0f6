import { Button } from '@chakra-ui/react';
import { LuTriangleAlert } from 'react-icons/lu';
import { t } from '#shared/language/translate.ts';
import { refusalSentence } from '#shared/sync/refusal-sentence.ts';
import { refusedAtPrompt } from '../../../data/review/refused-at-prompt.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { useLive } from '../../../ui/hooks/use-live.ts';
import { PaneNotice } from './pane-notice.tsx';

export type RefusedNoticeProps = {
  readonly promptId: number;
  /** Without it there is no way there. */
  readonly onOpenSyncCentre?: (() => void) | undefined;
};

/** Stands above the text while the server does not accept a change of its prompt: the reason, and the way on. */
export function RefusedNotice({ promptId, onOpenSyncCentre }: RefusedNoticeProps) {
  const library = useLibrary();
  const found = useLive(
    async () => ({ of: promptId, refused: await refusedAtPrompt(library, promptId) }),
    [library, promptId],
  );
  if (found?.of !== promptId || found.refused === null) return null;
  const { problem } = found.refused;
  const isTooLarge = problem?.code === 'too_large' || problem?.code === 'proxy_too_large';
  return (
    <PaneNotice
      role="alert"
      status="error"
      icon={<LuTriangleAlert />}
      actions={
        onOpenSyncCentre !== undefined && (
          <Button size="sm" onClick={onOpenSyncCentre}>
            {t('Open sync centre')}
          </Button>
        )
      }
    >
      <strong>{t('On this device only.')}</strong> {refusalSentence(problem)}{' '}
      {isTooLarge
        ? t('The text stays here, and is sent once it is shorter.')
        : t('The change stays here until you decide in the sync centre.')}
    </PaneNotice>
  );
}
