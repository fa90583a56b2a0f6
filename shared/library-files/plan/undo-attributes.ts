import type { ArgsOf } from '#shared/mutations/registry.ts';
import type { PlannedMutation } from './planned.ts';

/** Returns what takes back attributes that were added to a prompt. */
export function undoOfAttributes(id: number, added: Omit<ArgsOf<'setAttributes'>, 'id'>): PlannedMutation {
  const { favorite, position, addTags, labels, valueSets } = added;
  const args: ArgsOf<'setAttributes'> = {
    id,
    ...(favorite === undefined ? {} : { favorite: !favorite }),
    ...(position === undefined ? {} : { position: null }),
    ...(addTags === undefined ? {} : { removeTags: addTags }),
    ...(labels === undefined
      ? {}
      : { labels: labels.map((label) => ({ ...label, versionId: null, from: label.versionId })) }),
    ...(valueSets === undefined
      ? {}
      : { valueSets: valueSets.map((set) => ({ ...set, values: null, base: set.values ?? {} })) }),
  };
  return { name: 'setAttributes', args };
}
