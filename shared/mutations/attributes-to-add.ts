import { freeSetId, type ValueSetChange } from '#shared/merge/merge-value-sets.ts';
import { pastTime } from '#shared/model/past-row.ts';
import type { PromptAttributes, ValueSet } from '#shared/model/prompt-attributes.ts';
import type { ArgsOf } from './registry.ts';

/**
 * Returns the change that adds `theirs` to the attributes that a prompt has, null where that adds nothing. A label that
 * points to a version here stays where it is; a set that has other values here comes in beside it, and one whose values
 * are here already does not.
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
  const position = here?.position === undefined ? theirs.position : undefined;
  const isFavorite = theirs.favorite === true && here?.favorite !== true;
  if (tags.length + labels.length + valueSets.length === 0 && !isFavorite && position === undefined)
    return null;
  return {
    ...(isFavorite ? { favorite: true } : {}),
    ...(position === undefined ? {} : { position }),
    ...(tags.length === 0 ? {} : { addTags: tags }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(valueSets.length === 0 ? {} : { valueSets }),
  };
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
