import { t } from '#shared/language/translate.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import { deviceName } from '#shared/text/device-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';

export type WantedMove = {
  readonly promptId: number;
  readonly label: string;
  /** Null takes it off. */
  readonly version: Pick<VersionItem, 'id' | 'version'> | null;
};

/** Puts a label on a version, or takes it off. Returns the sentence of what is wrong; null where it is done. */
export async function moveLabel(
  library: Library,
  { promptId, label, version }: WantedMove,
  notify: (toast: ToastRequest) => void,
): Promise<string | null> {
  try {
    const labels = (await promptOf(library, promptId))?.attributes?.labels ?? [];
    const from = labels.find((placed) => placed.label === label)?.versionId ?? null;
    const moved = { label, versionId: version?.id ?? null, from, device: deviceName(navigator) };
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
