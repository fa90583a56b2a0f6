import { freeSetId, type ValueSetChange } from '#shared/merge/merge-value-sets.ts';
import { pastTime } from '#shared/model/past-row.ts';
import type { PromptAttributes, ValueSet } from '#shared/model/prompt-attributes.ts';
import {
  isSameSetting,
  isSetting,
  type PromptSettings,
  type SettingName,
  type SettingsChange,
  settingNames,
} from '#shared/model/prompt-settings.ts';
import type { ArgsOf } from './registry.ts';

/**
 * Returns the change that adds `theirs` to the attributes that a prompt has, null where that adds nothing. A label that
 * points to a version here stays where it is, and so does a setting; a set that has other values here comes in beside it,
 * and one whose values are here already does not.
 */
export function attributesToAdd(
  theirs: PromptAttributes | undefined,
  here: PromptAttributes | undefined,
): Omit<ArgsOf<'setAttributes'>, 'id'> | null {
  if (theirs === undefined) return null;
  const placed = new Set(
    here?.labels?.flatMap(({ label, versionId }) => (versionId === null ? [] : [label])),
  );
  const tags = theirs.tags?.filter((tag) => here?.tags?.includes(tag) !== true) ?? [];
  const labels = (theirs.labels ?? [])
    .filter(({ label, versionId }) => versionId !== null && !placed.has(label))
    .map(({ label, versionId, moves }) => {
      const [last] = moves;
      const at = pastTime(last?.at ?? null);
      const time = at === null ? {} : { at };
      return { ...{ label, versionId, from: null }, device: last?.device ?? '', ...time };
    });
  const valueSets = setsToAdd(theirs.valueSets ?? [], here?.valueSets ?? []);
  const settings = settingsToAdd(theirs.settings ?? {}, here?.settings ?? {});
  const position = here?.position === undefined ? theirs.position : undefined;
  const isFavorite = theirs.favorite === true && here?.favorite !== true;
  const lists = tags.length + labels.length + valueSets.length + Object.keys(settings).length;
  if (lists === 0 && !isFavorite && position === undefined) return null;
  return {
    ...(isFavorite ? { favorite: true } : {}),
    ...(position === undefined ? {} : { position }),
    ...(tags.length === 0 ? {} : { addTags: tags }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(valueSets.length === 0 ? {} : { valueSets }),
    ...(Object.keys(settings).length === 0 ? {} : { settings, baseSettings: here?.settings ?? {} }),
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
