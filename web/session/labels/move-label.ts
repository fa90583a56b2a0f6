import { t } from '#shared/language/translate.ts';
import type { LabelAsks } from '#shared/model/label-proof.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import { deviceName } from '#shared/text/device-name.ts';
import { commit } from '../../data/commit/commit.ts';
import type { Library } from '../../data/database/library.ts';
import { promptOf } from '../../data/queries/queries.ts';
import type { VersionItem } from '../../data/queries/version-items.ts';
import type { ToastRequest } from '../../ui/toast/toaster-store.ts';
import { proofsOf } from '../all-models.ts';
import type { OpenLibraryProps } from '../open-library-type.ts';

export type WantedMove = {
  readonly promptId: number;
  readonly label: string;
  /** Null takes it off. */
  readonly version: Pick<VersionItem, 'id' | 'version'> | null;
  /** Why, where the label asks for proof; absent: with what the runs of this device prove. */
  readonly override?: string | undefined;
};

/** Puts a label on a version, or takes it off. Returns the sentence of what is wrong; null where it is done. */
export async function moveLabel(
  lent: Pick<OpenLibraryProps, 'library' | 'models'>,
  { promptId, label, version, override }: WantedMove,
  notify: (toast: ToastRequest) => void,
): Promise<string | null> {
  try {
    const { library } = lent;
    const labels = (await promptOf(library, promptId))?.attributes?.labels ?? [];
    const there = labels.find((placed) => placed.label === label);
    const asks = override === undefined ? there?.asks : undefined;
    const isProved = asks !== undefined && version !== null;
    const proof = isProved
      ? await proofsOf(lent)({ promptId, versionId: version.id, model: asks.model })
      : null;
    const moved = {
      ...{ label, versionId: version?.id ?? null, from: there?.versionId ?? null },
      ...{ device: deviceName(navigator), ...(proof === null ? {} : { proof }) },
      ...(override === undefined ? {} : { override }),
    };
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

/** Sets what a label asks for. Returns the sentence of what is wrong; null where it is done. */
export async function setLabelRule(
  library: Library,
  id: number,
  rule: { label: string; asks: LabelAsks | null },
): Promise<string | null> {
  try {
    const outcome = await commit(library, 'setAttributes', { id, labelRules: [rule] });
    return outcome.ok ? null : (outcome.errors[0]?.message ?? refusalMessages[outcome.code]);
  } catch {
    return messages.changeNotWritten;
  }
}
