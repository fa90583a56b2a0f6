/** Decides which labels, value sets, settings, tags and marks of a candidate are added to a prompt. */
import { message } from '#shared/language/message.ts';
import type { PlacedLabel, PromptAttributes } from '#shared/model/prompt-attributes.ts';
import { writableSettings } from '#shared/model/prompt-settings.ts';
import type { Version } from '#shared/model/version.ts';
import { attributesToAdd, otherSettings } from '#shared/mutations/attributes-to-add.ts';
import { versionHash } from '#shared/mutations/version-hash.ts';
import type { CandidateVersion, PromptCandidate } from '../candidate.ts';
import type { Reason } from '../files.ts';
import type { ExistingPrompt, PlannedRow, PlanOptions } from './planned.ts';
import { nothingAdded } from './row.ts';
import { undoOfAttributes } from './undo-attributes.ts';

type Onto = {
  ids: ReadonlyMap<CandidateVersion, number>;
  options: PlanOptions;
  takesSettings: boolean;
};

export function partsAdded(added: object | null): Pick<PlannedRow['adds'], 'attributes' | 'settings'> {
  const names = Object.keys(added ?? {}).filter((name) => name !== 'baseSettings');
  return { attributes: names.some((name) => name !== 'settings'), settings: names.includes('settings') };
}

export function attributesOnto(
  candidate: PromptCandidate,
  { prompt, versions }: ExistingPrompt,
  { ids, options, takesSettings }: Onto,
): Pick<PlannedRow, 'adds' | 'mutations' | 'undo'> & { remarks: Reason[] } {
  const theirs = attributesOf(candidate, ids, options);
  const taken = takesSettings ? otherSettings(theirs.settings, prompt.attributes?.settings) : {};
  const hashOf = hashesOfVersions(versions, ids);
  const { settings, ...others } = attributesToAdd(theirs, prompt.attributes, hashOf) ?? {};
  const remarks = labelsLeft(theirs, prompt.attributes, others.labels ?? []);
  const all = { ...taken, ...settings };
  const added =
    Object.keys(all).length === 0
      ? others
      : { ...others, settings: all, baseSettings: prompt.attributes?.settings ?? {} };
  if (Object.keys(added).length === 0) return { adds: nothingAdded, mutations: [], undo: [], remarks };
  const { id } = prompt;
  return {
    adds: { ...nothingAdded, ...partsAdded(added) },
    mutations: [{ name: 'setAttributes', args: { id, ...added } }],
    undo: [undoOfAttributes(id, added, prompt.attributes)],
    remarks,
  };
}

/** Returns what finds the hash of a version that the prompt has, or gets from the files. */
function hashesOfVersions(versions: readonly Version[], ids: Onto['ids']) {
  const here = new Map(versions.map((version) => [version.id, version]));
  const saved = new Map(Array.from(ids, ([version, id]) => [id, version]));
  return (id: number): string | undefined => {
    const version = here.get(id);
    if (version !== undefined) return versionHash(version);
    const added = saved.get(id);
    return added && versionHash({ content: added.content, settings: writableSettings(added.settings ?? {}) });
  };
}

/** Names the labels that stay on no version, because they ask for proof here that the files do not have. */
function labelsLeft(
  { labels = [] }: PromptAttributes,
  here: PromptAttributes | undefined,
  moved: readonly { label: string }[],
): Reason[] {
  const asking = (here?.labels ?? []).filter((each) => each.asks !== undefined && each.versionId === null);
  const left = labels
    .filter(({ versionId }) => versionId !== null)
    .map(({ label }) => label)
    .filter((label) => asking.some((each) => each.label === label))
    .filter((label) => !moved.some((each) => each.label === label));
  if (left.length === 0) return [];
  const sentence = message('Labels that ask for proof, which the file does not have: {labels}.');
  return [{ sentence, values: { labels: left.join(', ') } }];
}

/** Returns the attributes with labels on the versions that the library has or gets; of others, what they ask for. */
export function attributesOf(
  { attributes, labels, valueSets, versions }: PromptCandidate,
  ids: ReadonlyMap<CandidateVersion, number>,
  { device, now, drawId }: PlanOptions,
): PromptAttributes {
  const idOf = (find: (version: CandidateVersion) => boolean) => {
    const version = versions.find(find);
    return version === undefined ? undefined : ids.get(version);
  };
  const placed = (attributes.labels ?? []).flatMap((label): PlacedLabel[] => {
    const versionId = label.versionId === null ? undefined : idOf(({ id }) => id === label.versionId);
    if (versionId === undefined) return label.asks === undefined ? [] : [{ ...label, versionId: null }];
    const moves = label.moves.map((move) =>
      move.versionId === label.versionId ? { ...move, versionId } : move,
    );
    return [{ ...label, versionId, moves }];
  });
  for (const { label, version } of labels) {
    const versionId = idOf((each) => each.version === version);
    if (versionId === undefined) continue;
    placed.push({ label, versionId, moves: [{ versionId, at: now, device }] });
  }
  const sets = valueSets.map(({ id, name, values }) => ({ id: id ?? drawId(), name, values: { ...values } }));
  const all = [...(attributes.valueSets ?? []), ...sets];
  const { labels: _labels, valueSets: _sets, ...others } = attributes;
  return {
    ...others,
    ...(placed.length === 0 ? {} : { labels: placed }),
    ...(all.length === 0 ? {} : { valueSets: all }),
  };
}
