/**
 * Keeps a run of this device as a row of its prompt, which every device gets, and changes what a person thinks of runs.
 * The run stays in the ring of this device (`run-ring.ts`) until its time is over; the row is there until it is deleted.
 */
import { keptRunOf, type UnkeptReason } from '#shared/model/run/kept-run.ts';
import type { Run, RunRating } from '#shared/model/run/run.ts';
import { commit } from '../commit/commit.ts';
import type { CommitOutcome, CommitRefusal } from '../commit/commit-outcome.ts';
import type { Library } from '../database/library.ts';
import { rateRun, readRun, removeRuns } from './run-ring.ts';

export type Keeping = { ok: true } | { ok: false; reason: UnkeptReason | CommitRefusal };

export async function keepRun(library: Library, id: number): Promise<Keeping> {
  const run = await readRun(library, id);
  if (run === null) return { ok: false, reason: 'not_found' };
  const kept = keptRunOf(run);
  if (kept.kind === 'no') return { ok: false, reason: kept.reason };
  const outcome = await commit(library, 'keepRun', kept.row);
  return outcome.ok ? outcome : { ok: false, reason: outcome.code };
}

/** `baseNote`: the note that the changed one was written upon. */
export type RatingChange = Partial<RunRating> & { readonly baseNote?: string };

/** Rates a run, wherever it is. Rejects where the browser cannot write. */
export async function changeRating(
  library: Library,
  { id, promptId }: Pick<Run, 'id' | 'promptId'>,
  { baseNote, ...change }: RatingChange,
): Promise<CommitOutcome> {
  await rateRun(library, id, change);
  if ((await library.db.keptRuns.get(id)) === undefined) return { ok: true };
  const upon = change.note === undefined || baseNote === undefined ? {} : { baseNote };
  return commit(library, 'updateKeptRun', { promptId, id, ...change, ...upon });
}

/** Deletes the row of a kept run. `everywhere`: also what the ring of this device has of it. */
export async function stopKeeping(
  library: Library,
  { id, promptId }: Pick<Run, 'id' | 'promptId'>,
  everywhere: boolean,
): Promise<CommitOutcome> {
  const outcome = await commit(library, 'deleteKeptRun', { promptId, id });
  if (outcome.ok && everywhere) await removeRuns(library, [id]);
  return outcome;
}
