import { Button, Flex, Stack } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { fullDate } from '#shared/text/relative-time.ts';
import type { Library } from '../../../data/database/library.ts';
import { type Snapshot, snapshotFile, snapshotsOf } from '../../../data/transfer/snapshots.ts';
import { useLibrary } from '../../../session/open-library-context.ts';
import { useNotify } from '../../../ui/provider.tsx';

export interface SnapshotListProps {
  /** Opens the import, with these files where there are any. */
  onImport(files: readonly File[]): void;
}

/** The snapshots on this device, each with a button that imports it. */
export function SnapshotList({ onImport }: SnapshotListProps) {
  const library = useLibrary();
  const notify = useNotify();
  const snapshots = useSnapshotsOf(library);
  async function bringBack(id: number): Promise<void> {
    const file = await snapshotFile(library, id).catch(() => null);
    if (file !== null) onImport([file]);
    else notify({ title: t('This backup could not be read.'), kind: 'destructive' });
  }
  if (snapshots.length === 0) return null;
  return (
    <Stack as="ul" gap="1" aria-label={t('Automatic backups')}>
      {snapshots.map(({ id, at, bytes }) => (
        <Flex as="li" key={id} wrap="wrap" align="center" justify="space-between" gap="2">
          {t('Automatic backup of {at}, {bytes}', { at: fullDate(at, {}), bytes: fileSize(bytes) })}{' '}
          <Button
            size="sm"
            aria-label={t('Restore the backup of {at}', { at: fullDate(at, {}) })}
            onClick={() => void bringBack(id)}
          >
            {t('Restore…')}
          </Button>
        </Flex>
      ))}
    </Stack>
  );
}

function useSnapshotsOf(library: Library): readonly Snapshot[] {
  const [snapshots, setSnapshots] = useState<readonly Snapshot[]>([]);
  useEffect(() => {
    let isHere = true;
    snapshotsOf(library).then(
      (found) => isHere && setSnapshots(found),
      () => {
        // A browser that does not give them has none to offer.
      },
    );
    return () => {
      isHere = false;
    };
  }, [library]);
  return snapshots;
}
