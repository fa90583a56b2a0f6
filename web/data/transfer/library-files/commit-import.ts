/**
 * Commits what was planned (`shared/library-files/plan`), in portions.
 *
 * 1. A portion is one transaction: its rows are on the disk or none of them is. The bytes of files follow, each as
 *    soon as a row is about it.
 * 2. What this device refuses is counted and does no harm to the rest: a row that has gone since the plan was made,
 *    for one.
 * 3. The portion's undo is stored after it: one that is cut off by a crash in between cannot be taken back.
 * After: `take-back.ts`, which undoes an import.
 */
import type { PlannedMutation } from '#shared/library-files/plan/planned.ts';
import { commitPlanned } from '../../commit/commit-planned.ts';
import type { Library } from '../../database/library.ts';
import { keepUnpacked } from '../exported-blobs.ts';
import { rememberPortion } from './last-import.ts';
import { undoable } from './take-back.ts';

export type PlannedPortion = {
  /** When this import began, in this device's milliseconds; the same for all its portions. */
  readonly importedAt: number;
  readonly mutations: readonly PlannedMutation[];
  /** Takes this portion back, in this order. */
  readonly undo: readonly PlannedMutation[];
  /** By their SHA-256. */
  readonly bytes: ReadonlyMap<string, ArrayBuffer>;
};

export type CommittedPortion = {
  /** Mutations that this device refused. */
  readonly refused: number;
  /** Mutations that would take it back. */
  readonly undoable: number;
};

/** Rejects where the browser could not write. */
export async function commitPortion(library: Library, portion: PlannedPortion): Promise<CommittedPortion> {
  const refused = await commitPlanned(library, portion.mutations);
  await keepUnpacked(library, portion.bytes);
  const undo = await undoable(library, portion.undo);
  await rememberPortion(library, portion.importedAt, undo);
  return { refused, undoable: undo.length };
}
