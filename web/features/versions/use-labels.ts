import { useMemo, useState } from 'react';
import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import { deviceName } from '#shared/text/device-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { labelsByVersion } from './version-labels.ts';

const noLabels: readonly PlacedLabel[] = [];

export type Labels = ReturnType<typeof useLabels>;

/** Reads the labels of a prompt and moves them. */
export function useLabels({
  library,
  promptId,
  notify,
}: {
  readonly library: Library;
  readonly promptId: number | null;
  notify(toast: ToastRequest): void;
}) {
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
    const from = labels.find((placed) => placed.label === label)?.versionId ?? null;
    const moved = { label, versionId: version?.id ?? null, from, device: deviceName(navigator) };
    try {
      const outcome = await commit(library, 'setAttributes', { id: promptId, labels: [moved] });
      if (!outcome.ok) return outcome.errors[0]?.message ?? refusalMessages[outcome.code];
    } catch {
      return messages.changeNotWritten;
    }
    const description =
      version === null
        ? t('"{label}" is on no version now.', { label })
        : t('"{label}" is on Version {version} now.', { label, version: version.version });
    notify({ title: t('Label moved'), description });
    return null;
  }

  const labelsOf = useMemo(() => labelsByVersion(labels), [labels]);
  return { labels, labelsOf, labelled, askForLabels, move };
}
