/**
 * Takes the last import back.
 *
 * 1. A prompt or version that was changed since it came in stays, and so does a project that has something in it by then:
 *    nobody loses a text for having imported another one.
 * 2. Each deletion is a mutation like a person's own: it travels to other devices, and the bin has what went.
 * 3. A hundred of them are one transaction, with the note of what is left to take back (`last-import.ts`).
 */
import type { PlannedMutation } from '#shared/library-files/plan/planned.ts';
import { fieldsOfCase } from '#shared/model/checks/test-case.ts';
import { commitInside, deleteManyInside, inOneWrite, shownAtEnd } from '../../commit/commit.ts';
import type { Library } from '../../database/library.ts';
import type { ImportedPortion, LibraryDb, Undo } from '../../database/library-db.ts';
import { sha256OfText } from '../../resources/sha256.ts';

export type TakenBack = {
  /** Rows that stay, because they were changed or filled since. */
  readonly kept: number;
};

const together = 100;

export async function undoable({ db }: Library, undo: readonly PlannedMutation[]): Promise<Undo[]> {
  const states = await db.transaction('r', [db.prompts, db.versions, db.keptRuns, db.testCases], async () =>
    statesOf(db, undo),
  );
  const seen = await Promise.all(states.map(hashOf));
  return undo.map((mutation, index) => ({ mutation, seen: seen[index] ?? null }));
}

type TakeBackRun = { onProgress(done: number): void; readonly signal: AbortSignal };

/** `signal` ends it between two transactions: what was taken back until then is. */
export function takeBack(library: Library, run: TakeBackRun): Promise<TakenBack> {
  return shownAtEnd(library, () => takePortionsBack(library, run));
}

async function takePortionsBack(library: Library, { onProgress, signal }: TakeBackRun): Promise<TakenBack> {
  let kept = 0;
  let done = 0;
  while (!signal.aborted) {
    const portion = await library.db.importedPortions.orderBy('position').last();
    if (portion === undefined) break;
    kept += await takeBackFirst(library, portion);
    done += Math.min(together, portion.undo.length);
    onProgress(done);
  }
  return { kept };
}

/** Returns the number of rows that stay. */
async function takeBackFirst(library: Library, portion: ImportedPortion): Promise<number> {
  const { db } = library;
  const due = portion.undo.slice(0, together);
  const mutations = due.map(({ mutation }) => mutation);
  // Ahead of the transaction, which would not outlast the hashing.
  const states = await db.transaction('r', [db.prompts, db.versions, db.keptRuns, db.testCases], async () =>
    statesOf(db, mutations),
  );
  const hashes = await Promise.all(states.map(hashOf));
  const takePortionBack = async () => {
    const statesNow = await statesOf(db, mutations);
    const isAsSeen = due.map(({ seen }, at) => hashes[at] === seen && statesNow[at] === states[at]);
    const asSeen = mutations.filter((_, at) => isAsSeen[at]);
    const refused = await takeBackAll(library, asSeen);
    const rest = portion.undo.slice(together);
    if (rest.length === 0) await db.importedPortions.delete(portion.position);
    else await db.importedPortions.put({ ...portion, undo: rest, size: rest.length });
    return { ok: true, kept: mutations.length - asSeen.length + refused };
  };
  return (await inOneWrite(library, takePortionBack, { isPortion: true })).kept;
}

/** Returns how many are left as they are. Prompts go together; in whatever follows them they are gone. */
async function takeBackAll(library: Library, mutations: readonly PlannedMutation[]): Promise<number> {
  let kept = 0;
  let prompts: number[] = [];
  const takePrompts = async () => {
    if (prompts.length > 0) {
      const gone = await deleteManyInside(library, 'deletePrompt', prompts);
      kept += gone.filter((isGone) => !isGone).length;
    }
    prompts = [];
  };
  for (const mutation of mutations) {
    if (mutation.name === 'deletePrompt') {
      prompts.push(mutation.args.id);
      continue;
    }
    await takePrompts();
    const mayGo = !(await isFilled(library.db, mutation));
    const isGone = mayGo && (await commitInside(library, mutation.name, mutation.args)).ok;
    if (!isGone) kept += 1;
  }
  await takePrompts();
  return kept;
}

/** All at once: one after the other, each would wait for the database by itself. Inside the caller's transaction. */
function statesOf(db: LibraryDb, mutations: readonly PlannedMutation[]): Promise<(string | null)[]> {
  return Promise.all(mutations.map((mutation) => stateOf(db, mutation)));
}

async function hashOf(state: string | null): Promise<string | null> {
  return state === null ? null : sha256OfText(state);
}

/**
 * Returns what a person may have changed of the row that a deletion is about; its revision and dates change by being
 * confirmed. Null for what is no deletion of a text, and for a row that has gone.
 */
async function stateOf(db: LibraryDb, { name, args }: PlannedMutation): Promise<string | null> {
  if (name === 'deletePrompt') {
    const row = (await db.prompts.get(args.id))?.row;
    const versions = db.versions.where('[row.promptId+row.version]');
    const count = await versions.between([args.id, -Infinity], [args.id, Infinity]).count();
    const runs = await db.keptRunsOf(args.id).count();
    const cases = await db.testCasesOf(args.id).count();
    return row === undefined
      ? null
      : JSON.stringify([
          ...[row.title, row.content, row.notes, row.attributes, row.projectId, count, runs],
          // As before there were cases, so that an import of that time can be taken back.
          ...(cases === 0 ? [] : [cases]),
        ]);
  }
  if (name === 'deleteVersion') {
    const row = (await db.versions.get(args.id))?.row;
    return row === undefined ? null : JSON.stringify([row.content, row.description]);
  }
  if (name === 'deleteKeptRun') {
    const row = (await db.keptRuns.get(args.id))?.row;
    return row === undefined ? null : JSON.stringify([row.verdict, row.stars, row.note]);
  }
  if (name === 'deleteTestCase') {
    const row = (await db.testCases.get(args.id))?.row;
    return row === undefined ? null : JSON.stringify(fieldsOfCase(row));
  }
  return null;
}

async function isFilled(db: LibraryDb, { name, args }: PlannedMutation): Promise<boolean> {
  if (name !== 'deleteProject') return false;
  const [prompts, files] = await Promise.all([
    db.prompts.where('row.projectId').equals(args.id).count(),
    db.resources.where('row.projectId').equals(args.id).count(),
  ]);
  return prompts + files > 0;
}
