import { useState } from 'react';
import { newestSavedVersion, versionItemsOf } from '../../data/queries/version-items.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import type { ScreenProps } from '../on-demand.tsx';
import { LabelsDialog } from './labels-dialog.tsx';
import { useLabels } from './use-labels.ts';

/** A version whose labels are looked at outside of the history; `versionId` null: the newest one. */
export type LabelledVersion = {
  readonly promptId: number;
  readonly versionId: number | null;
  /** The cases of a version are to be shown. */
  onShowCases?: ((versionId: number) => void) | undefined;
};

/** The dialog of the labels of a version, where no history is on the screen. */
export function VersionLabelsDialog({ request, open, onClose }: ScreenProps<LabelledVersion>) {
  const { promptId, versionId } = request;
  const { library, now: clock } = useOpenLibrary();
  const labels = useLabels(promptId);
  const [now] = useState(clock);
  const version = useLive(async () => {
    const [found] = await versionItemsOf(library, versionId === null ? [] : [versionId]);
    if (found !== undefined) return found;
    const newest = await newestSavedVersion(library, promptId);
    return (await versionItemsOf(library, newest === undefined ? [] : [newest.id]))[0];
  }, [library, promptId, versionId]);
  if (version === undefined) return null;
  const { onShowCases } = request;
  return <LabelsDialog {...{ promptId, version, labels, now }} {...{ open, onClose, onShowCases }} />;
}
