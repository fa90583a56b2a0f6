/**
 * The runs of a table of cases, in the ring of this device. A cell is what one model is sent of one case by one text: its
 * key is the hash of these and of the prompt, so that it is run again only where one of them changed, and found again after a reload.
 * Before: `web/run/cases/run-cells.ts`. After: the table of cases.
 */
import Dexie from 'dexie';
import type { PromptSettings } from '#shared/model/prompt-settings.ts';
import type { ModelEntry } from '#shared/model/run/model-entry.ts';
import type { RunHead } from '#shared/model/run/run.ts';
import type { Library } from '../database/library.ts';
import type { JudgedRun, RingRun } from '../database/ring-run.ts';
import { nextTurn, sha256OfText } from '../resources/sha256.ts';
import { headOf, makeRoom } from './run-ring.ts';

export type CellParts = {
  /** A copy of a prompt has runs of its own. */
  readonly promptId: number;
  /** With its snippets inserted, and its variables not filled. */
  readonly text: string;
  /** Of the variables of the text alone. */
  readonly values: Readonly<Record<string, string>>;
  readonly settings: PromptSettings;
  readonly model: Pick<ModelEntry, 'kind' | 'address' | 'model' | 'defaults'>;
};

/** Returns the key of a cell: the same parts in whatever order have the same one. */
export async function cellKeyOf({ promptId, text, values, settings, model }: CellParts): Promise<string> {
  const { kind, address, defaults } = model;
  const parts = [
    promptId,
    text,
    sorted(values),
    sorted({ ...defaults, ...settings }),
    kind,
    address,
    model.model,
  ];
  return sha256OfText(JSON.stringify(parts));
}

const sorted = (record: object) =>
  Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1));

/** `hasTexts`: the ring, or its row where it is kept, has what was sent and what came; else only its outcome is known. */
export type CellRun = RunHead & {
  readonly cell: string;
  readonly judged: JudgedRun | null;
  readonly hasTexts: boolean;
};

/** Returns whether the answer of a cell is there, whole. */
export const isAnswered = (run: CellRun | null | undefined) => run?.state === 'done' && run.hasTexts;

/** Reading more at once would hold the page up. */
const readAtOnce = 500;

/** Returns the runs of a prompt's cells, the oldest first. */
export async function cellRunsOf({ db }: Library, promptId: number): Promise<CellRun[]> {
  const { minKey, maxKey } = Dexie;
  const found: CellRun[] = [];
  for (let read = 0; ; read += readAtOnce) {
    const portion = await db.runs
      .where('[cellOf+startedAt]')
      .between([promptId, minKey], [promptId, maxKey], true, true)
      .offset(read)
      .limit(readAtOnce)
      .toArray();
    found.push(...(await cellRunsIn(db, portion)));
    if (portion.length < readAtOnce) return found;
    await nextTurn();
  }
}

/** Returns the runs of a prompt's cells that began then or later, the oldest first, not all at once where they are many. */
export async function cellRunsSince(
  { db }: Library,
  promptId: number,
  startedAt: string,
): Promise<CellRun[]> {
  const runs = db.runs
    .where('[cellOf+startedAt]')
    .between([promptId, startedAt], [promptId, Dexie.maxKey], true, true);
  return cellRunsIn(db, await runs.limit(readAtOnce).toArray());
}

/** Returns these runs, as far as they are still there. */
export async function cellRunsById({ db }: Library, ids: readonly number[]): Promise<CellRun[]> {
  const runs = await db.runs.bulkGet([...ids]);
  return cellRunsIn(
    db,
    runs.filter((run) => run !== undefined),
  );
}

/** Returns the newest run of a cell. */
export async function newestOfCell({ db }: Library, cell: string): Promise<CellRun | null> {
  const runs = await db.runs.where('cell').equals(cell).sortBy('startedAt');
  const [newest = null] = await cellRunsIn(db, runs.slice(-1));
  return newest;
}

/** Stores the outcome of a run's checks, so that the next look at the table reads no answers. */
export async function storeJudged({ db }: Library, judged: ReadonlyMap<number, JudgedRun>): Promise<void> {
  await db.relaxed([db.runs], async () => {
    for (const [id, outcome] of judged) await db.runs.update(id, { judged: outcome });
  });
}

/** Makes room in the ring, of which the runs of cells are a part. */
export async function makeRoomForCells({ db }: Library, promptId: number): Promise<void> {
  await db.relaxed([db.runs, db.runInputs, db.runOutputs], () => makeRoom(db, promptId));
}

async function cellRunsIn(db: Library['db'], runs: readonly RingRun[]): Promise<CellRun[]> {
  const bare = runs.flatMap(({ id, bytes }) => (bytes === undefined ? [id] : []));
  const kept = new Set(bare.length === 0 ? [] : await db.keptRuns.where('id').anyOf(bare).primaryKeys());
  return runs.flatMap((run) => {
    const { id, cell, judged = null, bytes } = run;
    if (cell === undefined) return [];
    return [{ ...headOf(run), cell, judged, hasTexts: bytes !== undefined || kept.has(id) }];
  });
}
