import type { Library } from '../database/library.ts';

/** Returns how many runs wait to be sent. Each start asks, so nothing else of runs is loaded for it. */
export async function countWaitingRuns({ db }: Library): Promise<number> {
  return db.runs.orderBy('waitingSince').count();
}
