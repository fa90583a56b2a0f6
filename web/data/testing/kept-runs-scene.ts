import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { Library } from '../database/library.ts';

/** Returns the kept runs of a prompt, the latest first. */
export async function keptRunsOf({ db }: Library, promptId: number): Promise<KeptRun[]> {
  const found = await db.keptRunsOf(promptId).toArray();
  return found.map(({ row }) => row).reverse();
}
