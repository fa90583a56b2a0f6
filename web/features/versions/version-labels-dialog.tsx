import { useState } from 'react';
import type { Library } from '../../data/database/library.ts';
import { newestSavedVersion, versionItemsOf } from '../../data/queries/version-items.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { LabelsDialog } from './labels-dialog.tsx';
import { useLabels } from './use-labels.ts';

export interface VersionLabelsDialogProps {
  readonly library: Library;
  readonly promptId: number;
  /** Null, or one that is deleted: the newest version. */
  readonly versionId: number | null;
  readonly open: boolean;
  notify(toast: ToastRequest): void;
  onClose(): void;
}

/** The dialog of the labels of a version, where no history is on the screen. */
export function VersionLabelsDialog(props: VersionLabelsDialogProps) {
  const { library, promptId, versionId, notify } = props;
  const labels = useLabels({ library, promptId, notify });
  const [now] = useState(Date.now);
  const version = useLive(async () => {
    const [found] = await versionItemsOf(library, versionId === null ? [] : [versionId]);
    if (found !== undefined) return found;
    const newest = await newestSavedVersion(library, promptId);
    return (await versionItemsOf(library, newest === undefined ? [] : [newest.id]))[0];
  }, [library, promptId, versionId]);
  if (version === undefined) return null;
  return <LabelsDialog {...{ library, version, labels, now }} open={props.open} onClose={props.onClose} />;
}
