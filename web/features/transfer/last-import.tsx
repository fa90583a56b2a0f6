import { Button, Flex } from '@chakra-ui/react';
import { useEffect } from 'react';
import { t } from '#shared/language/translate.ts';
import { relativeTime } from '#shared/text/relative-time.ts';
import { forgetOldImport, lastImport } from '../../data/transfer/library-files/last-import.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { TransferNote } from './transfer-note.tsx';

/** Offers to undo the last import, also after a reload. */
export function LastImport({ onUndo }: { onUndo(): void }) {
  const library = useLibrary();
  const last = useLive(() => lastImport(library), [library]) ?? null;
  useEffect(() => {
    // It is not offered either way, and the next look tries once more.
    forgetOldImport(library).catch(() => undefined);
  }, [library]);
  if (last === null) return null;
  const when = relativeTime(new Date(last.at).toISOString(), { now: library.deps.now() });
  return (
    <Flex wrap="wrap" align="center" justify="space-between" rowGap="2" columnGap="4">
      <TransferNote>
        {t('Last import: {when}. It can be undone for a day, until the next one.', { when })}
      </TransferNote>
      <Button size="sm" onClick={onUndo}>
        {t('Undo import')}
      </Button>
    </Flex>
  );
}
