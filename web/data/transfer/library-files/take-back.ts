/**
 * Takes an import back.
 *
 * 1. A prompt or version that was changed since it came in stays, and so does a project that has something in it by then:
 *    nobody loses a text for having imported another one.
 * 2. Each deletion is a mutation like a person's own: it travels to other devices, and the bin has what went.
 */
import type { PlannedMutation } from '#shared/library-files/plan/planned.ts';
import { commit } from '../../commit/commit.ts';
import type { Library } from '../../database/library.ts';
import type { LibraryDb } from '../../database/library-db.ts';
import { sha256Of } from '../../resources/sha256.ts';

/** `seen`: the hash of the row that a deletion is about, as it came in; null for other mutations. */
export type Undo = { readonly mutation: PlannedMutation; readonly seen: string | null };

export type TakenBack = {
  /** Rows that stay, because they were changed or filled since. */
  readonly kept: number;
};

export async function undoable({ db }: Library, undo: readonly PlannedMutation[]): Promise<Undo[]> {
  const found: Undo[] = [];
  for (const mutation of undo) found.push({ mutation, seen: await hashOf(db, mutation) });
  return found;
}

/** `signal` ends it between two rows: what was taken back until then is. */
export async function takeBack(
  library: Library,
  undo: readonly Undo[],
  { onProgress, signal }: { onProgress(done: number): void; signal: AbortSignal },
): Promise<TakenBack> {
  let kept = 0;
  for (const [index, { mutation, seen }] of undo.entries()) {
    if (signal.aborted) break;
    const isAsSeen = (await hashOf(library.db, mutation)) === seen && !(await isFilled(library.db, mutation));
    const outcome = isAsSeen ? await commit(library, mutation.name, mutation.args) : { ok: false };
    if (!outcome.ok) kept += 1;
    onProgress(index + 1);
  }
  return { kept };
}

/** Returns null for what is no deletion of a text, and for a row that has gone. */
async function hashOf(db: LibraryDb, mutation: PlannedMutation): Promise<string | null> {
  const row = await deletedRow(db, mutation);
  if (row === null) return null;
  const bytes = new TextEncoder().encode(JSON.stringify(row));
  return sha256Of(bytes.buffer);
}

/** Returns what a person may have changed of the row; its revision and dates change by being confirmed. */
async function deletedRow(db: LibraryDb, { name, args }: PlannedMutation): Promise<unknown> {
  if (name === 'deletePrompt') {
    const row = (await db.prompts.get(args.id))?.row;
    const versions = db.versions.where('[row.promptId+row.version]');
    const count = await versions.between([args.id, -Infinity], [args.id, Infinity]).count();
    return row === undefined
      ? null
      : [row.title, row.content, row.notes, row.attributes, row.projectId, count];
  }
  if (name === 'deleteVersion') {
    const row = (await db.versions.get(args.id))?.row;
    return row === undefined ? null : [row.content, row.description];
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
