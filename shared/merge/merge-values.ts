/** Merges values of variables, name by name: a value that one side alone changed is that side's. */
import { ownValue } from '#shared/model/record-of.ts';

type ByName = Readonly<Record<string, string>>;

/** `lost`: the names and values of theirs that mine replaced. */
export type MergedValues = {
  values: Record<string, string>;
  lost: { name: string; value: string }[];
};

export function mergeValues(base: ByName, mine: ByName, theirs: ByName): MergedValues {
  const names = namesOf(theirs, base, mine);
  const isMine = (name: string) => ownValue(mine, name) !== ownValue(base, name);
  const pairs = names.flatMap((name) => {
    const value = ownValue(isMine(name) ? mine : theirs, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const lost = names.flatMap((name) => {
    const value = ownValue(theirs, name) ?? '';
    const isLost =
      isMine(name) && ownValue(base, name) !== value && value !== '' && value !== ownValue(mine, name);
    return isLost ? [{ name, value }] : [];
  });
  return { values: Object.fromEntries(pairs), lost };
}

export function valuesDiffer(some: ByName, others: ByName): boolean {
  return namesOf(some, others).some((name) => ownValue(some, name) !== ownValue(others, name));
}

function namesOf(...all: ByName[]): string[] {
  return [...new Set(all.flatMap((values) => Object.keys(values)))];
}
