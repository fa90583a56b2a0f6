import { t } from '#shared/language/translate.ts';
import type { LabelAsks } from '#shared/model/label-proof.ts';
import { messages, refusalMessages } from '#shared/model/messages.ts';
import type { PlacedLabel } from '#shared/model/prompt-attributes.ts';
import type { MovedLabel } from '#shared/mutations/label-moves.ts';
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

/**
 * Puts a label on a version, with a proof or a reason also where it is already, or takes it off. Returns the sentence of what
 * is wrong; null where it is done.
 */
export async function moveLabel(
  lent: Pick<OpenLibraryProps, 'library' | 'models'>,
  { promptId, label, version, override }: WantedMove,
  notify: (toast: ToastRequest) => void,
): Promise<string | null> {
  try {
    const { library } = lent;
    const labels = (await promptOf(library, promptId))?.attributes?.labels ?? [];
    const there = labels.find((placed) => placed.label === label);
    const reason = await reasonOf(lent, { promptId, version, override }, there);
    const moved = {
      ...{ label, versionId: version?.id ?? null, from: there?.versionId ?? null },
      ...{ device: deviceName(navigator), ...reason },
    };
    const isThere = version !== null && there?.versionId === version.id;
    if (isThere && there.asks !== undefined && Object.keys(reason).length === 0)
      return t('The runs of this device do not prove this version.');
    const outcome = await commit(library, 'setAttributes', { id: promptId, labels: [moved] });
    if (!outcome.ok) return outcome.errors[0]?.message ?? refusalMessages[outcome.code];
    notify(noticeOf({ label, version, isKept: isThere && reason.proof !== undefined }));
    return null;
  } catch {
    return messages.changeNotWritten;
  }
}

/** Returns the reason of a person, or the proof that the label asks for; neither where it asks for none. */
async function reasonOf(
  lent: Pick<OpenLibraryProps, 'library' | 'models'>,
  { promptId, version, override }: Omit<WantedMove, 'label'>,
  there: PlacedLabel | undefined,
): Promise<Pick<MovedLabel, 'proof' | 'override'>> {
  if (override !== undefined) return { override };
  if (there?.asks === undefined || version === null) return {};
  const proof = await proofsOf(lent)({ promptId, versionId: version.id, model: there.asks.model });
  return proof === null ? {} : { proof };
}

/** `isKept`: the label was on the version before, and the proof of it came. */
function noticeOf({
  label,
  version,
  isKept,
}: Pick<WantedMove, 'label' | 'version'> & { isKept: boolean }): ToastRequest {
  if (version === null)
    return { title: t('Label moved'), description: t('"{label}" is on no version now.', { label }) };
  const place = { label, version: version.version };
  return isKept
    ? { title: t('Proof kept'), description: t('"{label}" is on Version {version} with this proof.', place) }
    : { title: t('Label moved'), description: t('"{label}" is on Version {version} now.', place) };
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
