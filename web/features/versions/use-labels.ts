import { useMemo, useState } from 'react';
import type { LabelAsks } from '#shared/model/label-proof.ts';
import { messages } from '#shared/model/messages.ts';
import type { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import { promptOf } from '../../data/queries/queries.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import { moveLabel, setLabelRule } from '../../session/labels/move-label.ts';
import { useOpenLibrary } from '../../session/open-library-context.ts';
import { useLive } from '../../ui/hooks/use-live.ts';
import { useNotify } from '../../ui/provider.tsx';
import { labelsByVersion } from './version-labels.ts';

const noLabels: readonly PlacedLabel[] = [];

export type Labels = ReturnType<typeof useLabels>;

/** Reads the labels of a prompt and moves them. */
export function useLabels(promptId: number | null) {
  const { library, models } = useOpenLibrary();
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
    override?: string,
  ): Promise<string | null> {
    if (promptId === null) return messages.changeNotWritten;
    return moveLabel({ library, models }, { promptId, label, version, override }, notify);
  }

  /** Sets what a label asks for; null: nothing. Returns the sentence of what is wrong; null where it is done. */
  async function ask(label: string, asks: LabelAsks | null): Promise<string | null> {
    if (promptId === null) return messages.changeNotWritten;
    return setLabelRule(library, promptId, { label, asks });
  }

  const labelsOf = useMemo(() => labelsByVersion(labels), [labels]);
  return { labels, labelsOf, labelled, askForLabels, move, ask };
}
