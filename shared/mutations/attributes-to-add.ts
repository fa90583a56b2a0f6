import { freeSetId, type ValueSetChange } from '#shared/merge/merge-value-sets.ts';
import { isEnough, LabelAsks, LabelOverride, LabelProof } from '#shared/model/label-proof.ts';
import { pastTime } from '#shared/model/past-row.ts';
import type { PlacedLabel, PromptAttributes, ValueSet } from '#shared/model/prompt-attributes.ts';
import {
  isSameSetting,
  isSetting,
  type PromptSettings,
  type SettingName,
  type SettingsChange,
  settingNames,
} from '#shared/model/prompt-settings.ts';
import type { LabelRule, MovedLabel } from './label-moves.ts';
import type { ArgsOf } from './registry.ts';

/**
 * Returns the change that adds `theirs` to the attributes that a prompt has, null where that adds nothing. A label that
 * points to a version here stays where it is, and so does a setting; a set that has other values here comes in beside it,
 * and one whose values are here already does not. A label that asks for proof here moves only with one, or with the reason
 * that it was moved for; one that is not here at all brings what it asks for. `hashOf`: the text of a version; absent: as
 * the proof has it.
 */
export function attributesToAdd(
  theirs: PromptAttributes | undefined,
  here: PromptAttributes | undefined,
  hashOf?: (versionId: number) => string | undefined,
): Omit<ArgsOf<'setAttributes'>, 'id'> | null {
  if (theirs === undefined) return null;
  const tags = theirs.tags?.filter((tag) => here?.tags?.includes(tag) !== true) ?? [];
  const { labels, labelRules } = labelsToAdd(theirs.labels ?? [], here?.labels ?? [], hashOf);
  const valueSets = setsToAdd(theirs.valueSets ?? [], here?.valueSets ?? []);
  const settings = settingsToAdd(theirs.settings ?? {}, here?.settings ?? {});
  const position = here?.position === undefined ? theirs.position : undefined;
  const isFavorite = theirs.favorite === true && here?.favorite !== true;
  const lists =
    tags.length + labels.length + labelRules.length + valueSets.length + Object.keys(settings).length;
  if (lists === 0 && !isFavorite && position === undefined) return null;
  return {
    ...(isFavorite ? { favorite: true } : {}),
    ...(position === undefined ? {} : { position }),
    ...(tags.length === 0 ? {} : { addTags: tags }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(labelRules.length === 0 ? {} : { labelRules }),
    ...(valueSets.length === 0 ? {} : { valueSets }),
    ...(Object.keys(settings).length === 0 ? {} : { settings, baseSettings: here?.settings ?? {} }),
  };
}

function labelsToAdd(
  theirs: readonly PlacedLabel[],
  here: readonly PlacedLabel[],
  hashOf: (versionId: number) => string | undefined = () => undefined,
): { labels: MovedLabel[]; labelRules: LabelRule[] } {
  const known = new Map(here.map((each) => [each.label, each]));
  const labels = theirs.flatMap((placed): MovedLabel[] => {
    const there = known.get(placed.label);
    if (placed.versionId === null || (there !== undefined && there.versionId !== null)) return [];
    const move = moveElsewhere({ ...placed, versionId: placed.versionId });
    const hash = hashOf(placed.versionId) ?? move.proof?.textHash;
    const asks = there?.asks;
    const isFree = asks === undefined || move.override !== undefined || isEnough(asks, move.proof, hash);
    return isFree ? [move] : [];
  });
  const labelRules = theirs.flatMap(({ label, asks }): LabelRule[] => {
    const rule = LabelAsks.safeParse(asks);
    return rule.success && !known.has(label) ? [{ label, asks: rule.data }] : [];
  });
  return { labels, labelRules };
}

/** Returns the newest move of a label as one that was made elsewhere, with its proof or its reason. */
function moveElsewhere({ label, versionId, moves: [last] }: PlacedLabel & { versionId: number }): MovedLabel {
  const at = pastTime(last?.at ?? null);
  const isThere = last?.versionId === versionId;
  const proof = isThere ? LabelProof.safeParse(last.proof).data : undefined;
  const override = isThere ? LabelOverride.safeParse(last.override).data : undefined;
  return {
    ...{ label, versionId, from: null, device: last?.device ?? '' },
    ...(at === null ? {} : { at }),
    ...(proof === undefined ? {} : { proof }),
    ...(override === undefined ? {} : { override }),
  };
}

/** Returns the settings that are not set here. */
function settingsToAdd(theirs: PromptSettings, here: PromptSettings): SettingsChange {
  const added = settingNames.filter((name) => here[name] === undefined && isSetting(name, theirs[name]));
  return Object.fromEntries(added.map((name) => [name, theirs[name]]));
}

/** Returns the settings that both have, each with a value of its own, as they are in `theirs`. */
export function otherSettings(theirs: PromptSettings = {}, here: PromptSettings = {}): SettingsChange {
  const differ = (name: SettingName) =>
    here[name] !== undefined && isSetting(name, theirs[name]) && !isSameSetting(here[name], theirs[name]);
  return Object.fromEntries(settingNames.filter(differ).map((name) => [name, theirs[name]]));
}

function setsToAdd(theirs: readonly ValueSet[], here: readonly ValueSet[]): ValueSetChange[] {
  const all = [...here];
  const added: ValueSetChange[] = [];
  for (const { id, name, values } of theirs) {
    if (here.some((set) => JSON.stringify(set.values) === JSON.stringify(values))) continue;
    const isTaken = all.some((set) => set.id === id);
    const set = { id: isTaken ? freeSetId(id, all) : id, name, values };
    all.push(set);
    added.push({ ...set, base: {} });
  }
  return added;
}
