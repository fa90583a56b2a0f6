import { useEffect, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { fileSize } from '#shared/text/file-size.ts';
import { fullDate } from '#shared/text/relative-time.ts';
import type { Library } from '../../../data/database/library.ts';
import type { ReadFile } from '../../../data/transfer/library-export.ts';
import { readSnapshot, type Snapshot, snapshotsOf } from '../../../data/transfer/snapshots.ts';
import { Button } from '../../../ui/button.tsx';

export interface SnapshotListProps {
  readonly library: Library;
  readonly disabled: boolean;
  onBringBack(read: ReadFile): Promise<void>;
}

/** The snapshots on this device, each with a button that brings it back. */
export function SnapshotList({ library, disabled, onBringBack }: SnapshotListProps) {
  const snapshots = useSnapshotsOf(library);
  if (snapshots.length === 0) return null;
  return (
    <ul className="sync-snapshots" aria-label={t('Copies on this device')}>
      {snapshots.map(({ id, at, bytes }) => (
        <li key={id}>
          {t('Copy of {at}, {bytes}', { at: fullDate(at, {}), bytes: fileSize(bytes) })}{' '}
          <Button
            size="sm"
            disabled={disabled}
            aria-label={t('Bring back from the copy of {at}', { at: fullDate(at, {}) })}
            onClick={async () => onBringBack(await readSnapshot(library, id))}
          >
            {t('Bring back…')}
          </Button>
        </li>
      ))}
    </ul>
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
