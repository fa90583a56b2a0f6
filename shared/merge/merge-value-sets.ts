import { limits } from '#shared/model/limits.ts';
import type { ValueSet } from '#shared/model/prompt-attributes.ts';
import { ownValue } from '#shared/model/record-of.ts';

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
  const changedThere = (name: string) => ownValue(theirs, name) !== ownValue(base, name);
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(base), ...Object.keys(values ?? {})])];
  // A set that somebody went on writing in is not deleted by whoever had not seen that.
  if (values === null)
    return names.some(changedThere) ? [{ ...mine, name: there.name, ...upon(theirs, theirs) }] : [mine];
  const isMine = (name: string) => ownValue(values, name) !== ownValue(base, name);
  const merged = pick(names, (name) => (isMine(name) ? ownValue(values, name) : ownValue(theirs, name)));
  const isLost = (name: string) =>
    isMine(name) &&
    changedThere(name) &&
    (ownValue(theirs, name) ?? '') !== '' &&
    ownValue(theirs, name) !== ownValue(values, name);
  const result = { ...mine, ...upon(merged, theirs) };
  if (!names.some(isLost)) return [result];
  const name = `${there.name.slice(0, limits.valueSetNameLength - 2)} 2`;
  // Its base is empty: what another device keeps under the same id is never replaced.
  const copy = { id: freeSetId(there.id, sets), name, values: theirs, base: {} };
  return [copy, result];
}

function upon(values: Record<string, string>, base: Record<string, string>) {
  return { values, base };
}

function pick(
  names: readonly string[],
  valueFor: (name: string) => string | undefined,
): Record<string, string> {
  const pairs = names.flatMap((name) => {
    const value = valueFor(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
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
