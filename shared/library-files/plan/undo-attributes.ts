import { t } from '#shared/language/translate.ts';
import { withSettings } from '#shared/merge/merge-settings.ts';
import type { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import { type PromptSettings, type SettingsChange, settingNames } from '#shared/model/prompt-settings.ts';
import { moveBack } from '#shared/mutations/label-moves.ts';
import type { ArgsOf } from '#shared/mutations/registry.ts';
import type { PlannedMutation } from './planned.ts';

/** Returns what takes back a change of the attributes that a prompt had before it. */
export function undoOfAttributes(
  id: number,
  change: Omit<ArgsOf<'setAttributes'>, 'id'>,
  before: PromptAttributes = {},
): PlannedMutation {
  const { favorite, position, addTags, removeTags, labels, labelRules, valueSets, settings } = change;
  const had = new Set(before.tags);
  const placed = new Map(before.labels?.map((each) => [each.label, each]));
  const valuesOf = (set: number) => before.valueSets?.find((each) => each.id === set)?.values ?? null;
  const args: ArgsOf<'setAttributes'> = {
    id,
    ...(favorite === undefined ? {} : { favorite: before.favorite === true }),
    ...(position === undefined ? {} : { position: before.position ?? null }),
    ...(addTags === undefined ? {} : { removeTags: addTags.filter((tag) => !had.has(tag)) }),
    ...(removeTags === undefined ? {} : { addTags: removeTags.filter((tag) => had.has(tag)) }),
    ...(labels === undefined
      ? {}
      : { labels: labels.map((move) => moveBack(move, placed.get(move.label), t('Undone'))) }),
    ...(labelRules === undefined
      ? {}
      : { labelRules: labelRules.map(({ label }) => ({ label, asks: placed.get(label)?.asks ?? null })) }),
    ...(valueSets === undefined
      ? {}
      : {
          valueSets: valueSets.map((set) => ({ ...set, values: valuesOf(set.id), base: set.values ?? {} })),
        }),
    ...(settings === undefined ? {} : undoOfSettings(settings, before.settings)),
  };
  return { name: 'setAttributes', args };
}

function undoOfSettings(
  change: SettingsChange,
  before: PromptSettings = {},
): Pick<ArgsOf<'setAttributes'>, 'settings' | 'baseSettings'> {
  const changed = settingNames.filter((name) => change[name] !== undefined);
  const settings = Object.fromEntries(changed.map((name) => [name, before[name] ?? null]));
  return { settings, baseSettings: withSettings(before, change) };
}
