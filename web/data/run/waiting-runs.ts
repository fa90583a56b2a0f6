/**
 * Keeps the runs whose endpoint was out of reach. A person sends each of them, once: whoever takes it out of the list has
 * it, in whatever tab.
 * Before: `web/run/runs.ts`. After: the list "Waiting to be sent".
 */
import { type Run, type RunHead, RunInput } from '#shared/model/run/run.ts';
import type { RunAttachment } from '#shared/model/run/run-request.ts';
import type { Library } from '../database/library.ts';
import { bytesOf, headOf, makeRoom, placeOf, readRun } from './run-ring.ts';

/** Stores a run that waits, with the pictures that go with it. */
export async function holdRun(
  { db }: Library,
  head: RunHead,
  { input, pictures }: { readonly input: RunInput; readonly pictures: readonly RunAttachment[] },
): Promise<void> {
  const bytes = pictures.reduce((sum, picture) => sum + picture.bytes.length, bytesOf(input));
  await db.write([db.runs, db.runInputs, db.runOutputs], async () => {
    await db.runInputs.put({ id: head.id, ...input, ...(pictures.length === 0 ? {} : { pictures }) });
    await db.runs.put({ ...head, ...placeOf(head), bytes, waitingSince: head.startedAt });
    await makeRoom(db, head.promptId);
  });
}

/** Returns the runs that wait, of all prompts, in the order in which they began to. */
export async function waitingRuns(library: Library): Promise<Run[]> {
  const ids = await library.db.runs.orderBy('waitingSince').primaryKeys();
  const runs = await Promise.all(ids.map((id) => readRun(library, id)));
  return runs.flatMap((run) => run ?? []);
}

export type TakenRun = {
  readonly head: RunHead;
  readonly input: RunInput;
  readonly pictures: readonly RunAttachment[];
};

/** Takes a run out of the list for this tab, which sends it. Returns null where it does not wait any more. */
export async function takeWaitingRun({ db, tab }: Library, id: number): Promise<TakenRun | null> {
  return db.write([db.runs, db.runInputs], async () => {
    const kept = await db.runs.get(id);
    const stored = await db.runInputs.get(id);
    const input = RunInput.safeParse(stored).data;
    if (kept?.waitingSince === undefined || input === undefined) return null;
    const { waitingSince: _since, ...run } = kept;
    await db.runs.put({ ...run, state: 'queued', runningIn: tab });
    return { head: headOf(kept), input, pictures: stored?.pictures ?? [] };
  });
}
