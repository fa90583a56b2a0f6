/** Commits mutations that were planned as data, many in one transaction. */
import type { PlannedMutation } from '#shared/library-files/plan/planned.ts';
import { bind } from '#shared/mutations/registry.ts';
import type { Library } from '../database/library.ts';
import { inOneWrite } from './commit.ts';
import { ManyCommits } from './commit-many.ts';

/** A portion of an act (`shownAtEnd`). Returns how many this device refused. Versions that lie in the bin come back as what they were. */
export async function commitPlanned(
  library: Library,
  mutations: readonly PlannedMutation[],
): Promise<number> {
  const commitPortion = async () => {
    const done = await commitPlannedInside(library, mutations);
    return { ok: true, refused: done.filter((isDone) => !isDone).length };
  };
  return (await inOneWrite(library, commitPortion, { isPortion: true })).refused;
}

/** The same inside a transaction of the caller's over all tables. Returns of each whether this device has done it. */
export async function commitPlannedInside(
  library: Library,
  mutations: readonly PlannedMutation[],
): Promise<boolean[]> {
  const all = mutations.map(({ name, args }) => ({ name, bound: bind(name, args) }));
  const many = new ManyCommits(library);
  await many.readAhead(all.flatMap(({ bound }) => (bound.ok ? bound.mutation.touches : [])));
  await many.readGone(mutations.flatMap(({ name, args }) => (name === 'saveVersion' ? [args.id] : [])));
  const done = all.map(({ name, bound }) => bound.ok && many.addBound(name, bound.mutation).ok);
  await many.write();
  return done;
}
