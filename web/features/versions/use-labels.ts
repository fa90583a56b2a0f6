import { useMemo, useState } from 'react';
import { messages } from '#shared/model/messages.ts';
import type { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import { promptOf } from '../../data/queries/queries.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useNotify } from '../../ui/provider.tsx';
import { useLive } from '../../ui/use-live.ts';
import { moveLabel } from './move-label.ts';
import { labelsByVersion } from './version-labels.ts';

const noLabels: readonly PlacedLabel[] = [];

export type Labels = ReturnType<typeof useLabels>;

/** Reads the labels of a prompt and moves them. */
export function useLabels(promptId: number | null) {
  const library = useLibrary();
  const notify = useNotify();
  const found = useLive(
    async () => (promptId === null ? undefined : await promptOf(library, promptId))?.attributes?.labels,
    [library, promptId],
  );
  const labels = found ?? noLabels;
  /** The version whose labels a person looks at. */
  const [labelled, askForLabels] = useState<VersionItem | null>(null);

  /** Puts a label on a version, or takes it off: null. Returns the sentence of what is wrong; null where it is done. */
  async function move(
    label: string,
    version: Pick<VersionItem, 'id' | 'version'> | null,
  ): Promise<string | null> {
    if (promptId === null) return messages.changeNotWritten;
    return moveLabel(library, { promptId, label, version }, notify);
  }

  const labelsOf = useMemo(() => labelsByVersion(labels), [labels]);
  return { labels, labelsOf, labelled, askForLabels, move };
}
