/**
 * Does one thing to many prompts, files or versions, and takes it back.
 *
 * 1. Both go in portions, between which the page and whoever types go on. A portion of a change or a deletion is one
 *    transaction: on the disk whole or not at all. What was done before one stopped is done, and can be taken back; so
 *    can the rest of an undo that stopped.
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
  /** A reason for rows that could not be brought back, in words; null where nothing is known of one. */
  readonly reason: string | null;
  /** The rows that a deletion took away. */
  readonly deleted: readonly number[];
  /** Takes back what was done, or goes on with an undo that stopped; null where nothing is left to do. */
  readonly takeBack: ((run: BulkRun) => Promise<BulkOutcome>) | null;
};

/** Rows in a transaction. */
export const rowsInPortion = 100;

type Portion = { readonly changed: number; readonly kept: number; readonly reason?: string | undefined };
type TakeBack = NonNullable<BulkOutcome['takeBack']>;

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
  const deleted: number[] = [];
  const outcome = await inPortions(ids, run, async (portion) => {
    const name = type === 'prompt' ? 'deletePrompt' : 'deleteResource';
    const { gone } = await inOneWrite(library, async () => {
      const found = await library.db.table(type === 'prompt' ? 'prompts' : 'resources').bulkGet([...portion]);
      const there = portion.filter((_, at) => found[at] !== undefined);
      const done = await deleteManyInside(library, name, there);
      return { ok: true, gone: there.filter((_, at) => done[at] === true) };
    });
    deleted.push(...gone);
    return { changed: gone.length, kept: portion.length - gone.length };
  });
  const keys = deleted.map((id) => `${type}:${id}`);
  const takeBack: TakeBack | null = keys.length === 0 ? null : (again) => restore(library, keys, again);
  return { ...outcome, deleted, takeBack };
}

/** Brings deleted rows back, from the bin of this device; one that is not in it any more is counted as kept. */
export async function restore(library: Library, keys: readonly string[], run: BulkRun): Promise<BulkOutcome> {
  const inBin = async (portion: readonly string[]) =>
    (await library.db.binItems.bulkGet([...portion])).filter((item) => item !== undefined).length;
  return inPortions(
    keys,
    run,
    async (portion) => {
      const before = await inBin(portion);
      const { left } = await restoreManyFromBin(library, portion);
      const changed = before - (await inBin(portion));
      return { changed, kept: portion.length - changed, reason: left[0] };
    },
    (rest) => (again) => restore(library, rest, again),
  );
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
  const takeBack = async (portion: readonly Change[]) => {
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
  };
  return inPortions(done, run, takeBack, (rest) => (again) => takeChangesBack(library, rest, again));
}

/** `goOn`: returns what does the rest, of an undo that stopped. */
async function inPortions<Item>(
  items: readonly Item[],
  { onProgress, signal }: BulkRun,
  doPortion: (portion: readonly Item[]) => Promise<Portion>,
  goOn?: (rest: readonly Item[]) => TakeBack,
): Promise<BulkOutcome> {
  let [changed, kept, from] = [0, 0, 0];
  let reason: string | null = null;
  const ended = (kind: BulkOutcome['kind']): BulkOutcome => {
    const rest = items.slice(from);
    const takeBack = rest.length === 0 || goOn === undefined ? null : goOn(rest);
    return { kind, changed, kept, reason, deleted: [], takeBack };
  };
  for (; from < items.length; from += rowsInPortion) {
    if (signal?.aborted) return ended('stopped');
    const portion = items.slice(from, from + rowsInPortion);
    const outcome = await doPortion(portion).catch(() => null);
    if (outcome === null) return ended('failed');
    changed += outcome.changed;
    kept += outcome.kept;
    reason ??= outcome.reason ?? null;
    onProgress?.(from + portion.length);
  }
  return ended('done');
}
