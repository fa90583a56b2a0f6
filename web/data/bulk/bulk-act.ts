/**
 * Does one thing to many prompts, files or versions, and takes it back.
 *
 * 1. Both go in portions, each one transaction: it is on the disk whole or not at all, and between two of them the page
 *    and whoever types go on. What was done before one stopped is done, and can be taken back.
 * 2. Each row has a mutation like a person's own: other devices merge it like any other.
 * 3. Undo changes what is still as the act left it; of a row that was changed since it takes nothing away.
 * Before: `commit-planned.ts`, `restore.ts`.
 */
import type { PlannedMutation } from '#shared/library-files/plan/planned.ts';
import { restoreManyFromBin } from '../bin/restore.ts';
import { deleteManyInside, inOneWrite } from '../commit/commit.ts';
import { commitPlannedInside } from '../commit/commit-planned.ts';
import type { Library } from '../database/library.ts';
import { type Change, changeOf, type PromptChange } from './prompt-change.ts';

export type BulkAct =
  | { readonly kind: 'change'; readonly change: PromptChange }
  | { readonly kind: 'delete'; readonly type: 'prompt' | 'resource' };

export type BulkRun = {
  /** Called after each portion. */
  onProgress?(done: number): void;
  /** Ends it after the portion that is under way. */
  readonly signal?: AbortSignal;
};

export type BulkOutcome = {
  /** `failed`: the browser could not write. */
  readonly kind: 'done' | 'stopped' | 'failed';
  /** Rows that are otherwise than before. */
  readonly changed: number;
  /** Rows that this device refused, or that were changed since. */
  readonly kept: number;
  /** Takes back what was done; null where nothing was. */
  readonly takeBack: ((run: BulkRun) => Promise<BulkOutcome>) | null;
};

/** Rows in a transaction. */
export const rowsInPortion = 100;

type Portion = { readonly changed: number; readonly kept: number };

/** Does the act to rows of this library. Rejects nothing that a browser may refuse. */
export async function doMany(
  library: Library,
  { ids, act }: { readonly ids: readonly number[]; readonly act: BulkAct },
  run: BulkRun,
): Promise<BulkOutcome> {
  if (act.kind === 'delete') return deleteMany(library, { ids, type: act.type }, run);
  const done: Change[] = [];
  const outcome = await inPortions(ids, run, async (portion) => {
    const { changes, kept } = await changeRows(library, portion, act.change);
    done.push(...changes);
    return { changed: changes.length, kept };
  });
  return {
    ...outcome,
    takeBack: done.length === 0 ? null : (again) => takeChangesBack(library, done, again),
  };
}

async function deleteMany(
  library: Library,
  { ids, type }: { readonly ids: readonly number[]; readonly type: 'prompt' | 'resource' },
  run: BulkRun,
): Promise<BulkOutcome> {
  const deleted: string[] = [];
  const outcome = await inPortions(ids, run, async (portion) => {
    const name = type === 'prompt' ? 'deletePrompt' : 'deleteResource';
    const { refused } = await inOneWrite(library, async () => ({
      ok: true,
      refused: await deleteManyInside(library, name, portion),
    }));
    deleted.push(...portion.map((id) => `${type}:${id}`));
    return { changed: portion.length - refused, kept: refused };
  });
  return { ...outcome, takeBack: deleted.length === 0 ? null : (again) => restore(library, deleted, again) };
}

/** Brings deleted rows back, from the bin of this device. */
export async function restore(library: Library, keys: readonly string[], run: BulkRun): Promise<BulkOutcome> {
  return inPortions(keys, run, async (portion) => {
    const { left } = await restoreManyFromBin(library, portion);
    return { changed: portion.length - left.length, kept: left.length };
  });
}

async function changeRows(
  library: Library,
  ids: readonly number[],
  change: PromptChange,
): Promise<{ changes: Change[]; kept: number }> {
  return inOneWrite(library, async () => {
    const { db } = library;
    const found = await db.prompts.bulkGet([...ids]);
    const newest =
      change.kind === 'label'
        ? await Promise.all(ids.map((id) => db.versionsOf(id).reverse().limit(1).primaryKeys()))
        : [];
    const planned = found.flatMap((stored, at) =>
      stored === undefined ? [] : (changeOf(change, stored.row, newest[at]?.[0] ?? null) ?? []),
    );
    const done = await commitPlannedInside(
      library,
      planned.map(({ mutation }) => mutation),
    );
    const changes = planned.filter((_, at) => done[at] === true);
    return { ok: true, changes, kept: planned.length - changes.length };
  });
}

function takeChangesBack(library: Library, done: readonly Change[], run: BulkRun): Promise<BulkOutcome> {
  return inPortions(done, run, async (portion) => {
    const { changed } = await inOneWrite(library, async () => {
      const found = await library.db.prompts.bulkGet(portion.map(({ mutation }) => mutation.args.id));
      const undo: PlannedMutation[] = portion.flatMap(({ undo: back, isAsLeft }, at) => {
        const row = found[at]?.row;
        return row !== undefined && isAsLeft(row) ? [back] : [];
      });
      const backs = await commitPlannedInside(library, undo);
      return { ok: true, changed: backs.filter((isBack) => isBack).length };
    });
    return { changed, kept: portion.length - changed };
  });
}

async function inPortions<Item>(
  items: readonly Item[],
  { onProgress, signal }: BulkRun,
  doPortion: (portion: readonly Item[]) => Promise<Portion>,
): Promise<BulkOutcome> {
  let [changed, kept] = [0, 0];
  const ended = (kind: BulkOutcome['kind']): BulkOutcome => ({ kind, changed, kept, takeBack: null });
  for (let from = 0; from < items.length; from += rowsInPortion) {
    if (signal?.aborted) return ended('stopped');
    const portion = items.slice(from, from + rowsInPortion);
    const outcome = await doPortion(portion).catch(() => null);
    if (outcome === null) return ended('failed');
    changed += outcome.changed;
    kept += outcome.kept;
    onProgress?.(from + portion.length);
  }
  return ended('done');
}
