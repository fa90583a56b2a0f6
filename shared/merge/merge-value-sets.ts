import { limits } from '#shared/model/limits.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import { mergeValues, valuesDiffer } from './merge-values.ts';

/** `values`: null deletes the set. `base`: the values that they were made of; undefined: they replace what is there. */
export type ValueSetChange = {
  id: number;
  name: string;
  values: Record<string, string> | null;
  base?: Record<string, string> | undefined;
};

/** Returns the set upon the one that is there now, and before it a copy of that one where both changed a value. */
export function mergeValueSet(mine: ValueSetChange, sets: readonly ValueSet[]): ValueSetChange[] {
  const there = sets.find(({ id }) => id === mine.id);
  const { base, values } = mine;
  if (there === undefined || base === undefined) return [mine];
  const theirs = there.values;
  // A set that somebody went on writing in is not deleted by whoever had not seen that.
  if (values === null)
    return valuesDiffer(base, theirs) ? [{ ...mine, name: there.name, ...upon(theirs, theirs) }] : [mine];
  const { values: merged, lost } = mergeValues(base, values, theirs);
  const result = { ...mine, ...upon(merged, theirs) };
  if (lost.length === 0) return [result];
  const name = `${there.name.slice(0, limits.valueSetNameLength - 2)} 2`;
  // Its base is empty: what another device keeps under the same id is never replaced.
  const copy = { id: freeSetId(there.id, sets), name, values: theirs, base: {} };
  return [copy, result];
}

function upon(values: Record<string, string>, base: Record<string, string>) {
  return { values, base };
}

/** Returns the next id that no set of the prompt has: the same on every device that makes this copy. */
export function freeSetId(id: number, sets: readonly ValueSet[]): number {
  const taken = new Set(sets.map((set) => set.id));
  let next = id;
  do next = next === maxId ? 1 : next + 1;
  while (taken.has(next));
  return next;
}

const maxId = 2 ** 52 - 1;
