/**
 * Keeps the runs of this device. Those that a person keeps are rows of the library, and read here with the others.
 *
 * 1. A run is three rows: its head for lists, what was sent, and what came. While an answer comes only the last one is
 *    written again, without waiting for the disk.
 * 2. They are a ring: the newest 200 of a prompt, the newest 20,000 in all, and the newest 100 MB. A run that is under
 *    way or waits to be sent is in no case removed. Those of a table of cases (`cell-runs.ts`) are in no prompt's list;
 *    of one that passed or failed only the texts go, and the outcome stays: the newest 50,000 of a prompt.
 * 3. A run names the tab that waits for its answer. Once that tab is gone, the run has broken off with what came.
 * Before: `web/run/runs.ts`. After: the lists of the screens.
 */
import Dexie from 'dexie';
import { runOfKept } from '#shared/model/run/kept-run.ts';
import { type Run, type RunHead, RunInput, RunOutput, type RunRating } from '#shared/model/run/run.ts';
import type { RunProblem } from '#shared/model/run/run-problem.ts';
import { utf8Bytes } from '#shared/model/text.ts';
import type { Library } from '../database/library.ts';
import type { RingRun, RunPlace } from '../database/ring-run.ts';

export const runRing = {
  ...{ runsOfPrompt: 200, cellsOfPrompt: 50_000 },
  ...{ runs: 20_000, bytes: 100 * 1024 * 1024 },
} as const;

const excerptLength = 200;

/** Stores a run that begins in this tab. */
export async function beginRun({ db, tab }: Library, head: RunHead, input: RunInput): Promise<void> {
  await db.relaxed([db.runs, db.runInputs, db.runOutputs], async () => {
    await db.runInputs.put({ id: head.id, ...input });
    await db.runs.put({ ...head, ...placeOf(head), bytes: bytesOf(input), runningIn: tab });
    if (head.cell === undefined) await makeRoom(db, head.promptId);
  });
}

/** Stores what came so far. */
export async function storeOutput({ db }: Library, id: number, output: RunOutput): Promise<void> {
  await db.relaxed([db.runOutputs], async () => void (await db.runOutputs.put({ id, ...output })));
}

/** Stores that the answer comes now, or that the run has ended, with all that came. */
export async function storeRun({ db, tab }: Library, head: RunHead, output: RunOutput): Promise<void> {
  const isUnderWay = head.state === 'queued' || head.state === 'running';
  await db.relaxed([db.runs, db.runInputs, db.runOutputs], async () => {
    const kept = await db.runs.get(head.id);
    const input = await db.runInputs.get(head.id);
    // A person removed it meanwhile.
    if (kept === undefined || input === undefined) return;
    const bytes = bytesOf(input) + bytesOf(output);
    // The rating that a person gave while it came stays.
    const next: RingRun = {
      ...{ ...head, ...placeOf(head) },
      ...{ rating: kept.rating, excerpt: excerptOf(output), bytes },
    };
    await db.runs.put(isUnderWay ? { ...next, runningIn: tab } : next);
    await db.runOutputs.put({ id: head.id, ...output });
    if (!isUnderWay && head.cell === undefined) await makeRoom(db, head.promptId);
  });
}

/**
 * Returns the runs of a prompt, the newest first.
 */
export async function runsOfPrompt({ db }: Library, promptId: number): Promise<RunHead[]> {
  const { minKey, maxKey } = Dexie;
  const runs = db.runs
    .where('[listedIn+startedAt]')
    .between([promptId, minKey], [promptId, maxKey], true, true);
  return (await runs.reverse().toArray()).map(headOf);
}

/** A run in the list of a prompt. `isKept`: it is a row of the library, of whichever device. */
export type ListedRun = RunHead & { readonly isKept: boolean };

/** Returns the runs of a prompt on this device and those that are kept, the newest first. */
export async function listedRuns(library: Library, promptId: number): Promise<ListedRun[]> {
  const { db } = library;
  return db.transaction('r', [db.runs, db.keptRuns], async () =>
    listed(await runsOfPrompt(library, promptId), await keptHeads(db.keptRunsOf(promptId))),
  );
}

/** Returns the runs of all prompts, those on this device and those that are kept, the newest first. */
export async function allRuns({ db }: Library): Promise<ListedRun[]> {
  return db.transaction('r', [db.runs, db.keptRuns], async () =>
    listed(
      (await db.runs.orderBy('[startedAt+bytes]').toArray()).map(headOf),
      await keptHeads(db.keptRuns.toCollection()),
    ),
  );
}

/** `kept`: by their ids. The rating of a kept run is that of its row. */
function listed(heads: readonly RunHead[], kept: Map<number, RunHead>): ListedRun[] {
  const here = heads.map((head): ListedRun => {
    const { rating } = kept.get(head.id) ?? head;
    return { ...head, rating, isKept: kept.delete(head.id) };
  });
  const elsewhere = [...kept.values()].map((head): ListedRun => ({ ...head, isKept: true }));
  return [...here, ...elsewhere].toSorted((one, other) => (one.startedAt < other.startedAt ? 1 : -1));
}

/** Reads one row after the other: thousands of them have more text than a page should hold. */
async function keptHeads(rows: ReturnType<Library['db']['keptRunsOf']>): Promise<Map<number, RunHead>> {
  const heads = new Map<number, RunHead>();
  await rows.each(({ id, row }) => {
    const { messages: _sent, answer: _answer, reasoning: _reasoning, ...rest } = runOfKept(row);
    heads.set(id, rest);
  });
  return heads;
}

/**
 * Returns a run with its texts, of this device or kept; null where it is neither. Of a kept one the rating is that of its
 * row.
 */
export async function readRun({ db }: Library, id: number): Promise<Run | null> {
  return db.transaction('r', [db.runs, db.runInputs, db.runOutputs, db.keptRuns], async () => {
    const row = (await db.keptRuns.get(id))?.row;
    const kept = row === undefined ? null : runOfKept(row);
    const head = await db.runs.get(id);
    const input = RunInput.safeParse(await db.runInputs.get(id)).data;
    if (head === undefined || input === undefined) return kept;
    const output = RunOutput.safeParse(await db.runOutputs.get(id)).data;
    const rating = kept?.rating ?? head.rating;
    return { ...headOf(head), ...input, ...(output ?? { answer: '', reasoning: '', toolCalls: [] }), rating };
  });
}

/** Returns whether a run is kept as a row of the library. */
export async function isRunKept({ db }: Library, id: number): Promise<boolean> {
  return (await db.keptRuns.where('id').equals(id).count()) > 0;
}

/**
 * Changes what a person thinks of a run; what is not named stays as it is, also where it has changed a moment ago.
 */
export async function rateRun({ db }: Library, id: number, change: Partial<RunRating>): Promise<void> {
  await db.write([db.runs], async () => {
    const head = await db.runs.get(id);
    if (head !== undefined) await db.runs.update(id, { rating: { ...head.rating, ...change } });
  });
}

/**
 * Removes runs with their texts.
 */
export async function removeRuns({ db }: Library, ids: readonly number[]): Promise<void> {
  await db.write([db.runs, db.runInputs, db.runOutputs], () => deleteRuns(db, ids));
}

/** Stores that an answer which came whole is of no use. */
export async function failRun({ db }: Library, id: number, problem: RunProblem): Promise<void> {
  await db.relaxed([db.runs], async () => {
    const run = await db.runs.get(id);
    if (run !== undefined)
      await db.runs.update(id, { state: 'failed', problems: [...run.problems, problem] });
  });
}

/** Returns the tabs that wait for an answer, as far as is known. */
export async function tabsWithRuns({ db }: Library): Promise<string[]> {
  return (await db.runs.orderBy('runningIn').uniqueKeys()).map(String);
}

/** Ends the runs of a tab that is gone. */
export async function breakOffRuns({ db }: Library, tab: string): Promise<void> {
  await db.relaxed([db.runs, db.runOutputs], async () => {
    for (const { runningIn, ...run } of await db.runs.where('runningIn').equals(tab).toArray()) {
      const output = RunOutput.safeParse(await db.runOutputs.get(run.id)).data;
      const wasSent = run.state !== 'queued';
      await db.runs.put({
        ...run,
        state: wasSent ? 'brokenOff' : 'failed',
        problems: [...run.problems, { kind: wasSent ? 'brokenOff' : 'neverSent' }],
        bytes: (run.bytes ?? 0) + (output === undefined ? 0 : bytesOf(output)),
        excerpt: output === undefined ? '' : excerptOf(output),
      });
    }
  });
}

export function headOf(run: RingRun): RunHead {
  const { bytes: _bytes, runningIn: _tab, waitingSince: _since, ...placed } = run;
  const { judged: _judged, listedIn: _list, cellOf: _table, ...head } = placed;
  return head;
}

/** Returns where a run is listed. */
export function placeOf({ promptId, cell }: RunHead): RunPlace {
  return cell === undefined ? { listedIn: promptId } : { cellOf: promptId };
}

export const bytesOf = (texts: RunInput | RunOutput) => utf8Bytes(JSON.stringify(texts));

const excerptOf = ({ answer }: RunOutput) => answer.trimStart().slice(0, excerptLength).toWellFormed();

/** Removes the oldest runs beyond what the ring holds. */
export async function makeRoom(db: Library['db'], promptId: number): Promise<void> {
  const needed = new Set([
    ...(await db.runs.orderBy('runningIn').primaryKeys()),
    ...(await db.runs.orderBy('waitingSince').primaryKeys()),
  ]);
  const isFree = (id: number) => !needed.has(id);
  const surplus = [
    ...(await newestIn(db, '[listedIn+startedAt]', promptId)).slice(runRing.runsOfPrompt),
    ...(await newestIn(db, '[cellOf+startedAt]', promptId)).slice(runRing.cellsOfPrompt),
  ];
  await deleteRuns(db, surplus.filter(isFree));
  await dropTexts(db, (await beyondRing(db)).filter(isFree));
}

function newestIn(
  db: Library['db'],
  index: '[listedIn+startedAt]' | '[cellOf+startedAt]',
  promptId: number,
): Promise<number[]> {
  const { minKey, maxKey } = Dexie;
  const runs = db.runs.where(index).between([promptId, minKey], [promptId, maxKey], true, true);
  return runs.reverse().primaryKeys();
}

/** Returns the runs whose texts are beyond what the ring holds in all. */
async function beyondRing(db: Library['db']): Promise<number[]> {
  const bySize = () => db.runs.orderBy('[startedAt+bytes]').reverse();
  const ids = await bySize().primaryKeys();
  const keys = await bySize().keys();
  let total = 0;
  return ids.filter((_, place) => {
    const [, bytes] = keys[place] as unknown as [string, number];
    total += bytes;
    return total > runRing.bytes || place >= runRing.runs;
  });
}

/**
 * Removes the texts of runs. Of those of a table with an outcome the rest stays: it would be paid for again. One that is
 * open goes: without its answer nobody could decide it any more.
 */
async function dropTexts(db: Library['db'], ids: readonly number[]): Promise<void> {
  const runs = (await db.runs.bulkGet([...ids])).flatMap((run) => run ?? []);
  const judged = runs.filter(({ cell, judged: found }) => cell !== undefined && found?.passed != null);
  await deleteRuns(db, ids);
  await db.runs.bulkPut(judged.map(({ bytes: _bytes, ...rest }) => rest));
}

async function deleteRuns(db: Library['db'], ids: readonly number[]): Promise<void> {
  for (const table of [db.runs, db.runInputs, db.runOutputs]) await table.bulkDelete([...ids]);
}
