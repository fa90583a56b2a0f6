/**
 * Does one thing to many prompts, files or versions, and takes it back.
 *
 * 1. Both go in portions, between which the page and whoever types go on. A portion of a change or a deletion is one
 *    transaction: on the disk whole or not at all. What was done before one stopped is done, and can be taken back; so
 *    can the rest of an undo that stopped.
 * 2. Each row has a mutation like a person's own: other devices merge it like any other.
 * 3. The screen shows it at its first portion and at its end: the list of ten thousand prompts is not drawn for each.
 * 4. Undo changes what is still as the act left it; of a row that was changed since it takes nothing away.
 * Before: `commit-planned.ts`, `restore.ts`.
 */
import { t } from '#shared/language/translate.ts';
import type { PlannedMutation } from '#shared/library-files/plan/planned.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { isolatedName } from '#shared/text/isolated-name.ts';
import { restoreManyFromBin } from '../bin/restore.ts';
import { deleteManyInside, inOneWrite, shownAtEnd } from '../commit/commit.ts';
import { commitPlannedInside } from '../commit/commit-planned.ts';
import type { Library } from '../database/library.ts';
import { type Change, changeOf, type NewestVersion, type PromptChange } from './prompt-change.ts';

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
  /** A reason for rows that were kept, in words; null where nothing is known of one. */
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
export function doMany(
  library: Library,
  { ids, act }: { readonly ids: readonly number[]; readonly act: BulkAct },
  run: BulkRun,
): Promise<BulkOutcome> {
  return shownAtEnd(library, () =>
    act.kind === 'delete'
      ? deleteMany(library, { ids, type: act.type }, run)
      : changeMany(library, { ids, change: act.change }, run),
  );
}

async function changeMany(
  library: Library,
  { ids, change }: { readonly ids: readonly number[]; readonly change: PromptChange },
  run: BulkRun,
): Promise<BulkOutcome> {
  const done: Change[] = [];
  const titles: string[] = [];
  const outcome = await inPortions(ids, run, async (portion) => {
    const { changes, kept, unproved } = await changeRows(library, portion, change);
    done.push(...changes);
    titles.push(...unproved);
    return { changed: changes.length, kept };
  });
  return {
    ...outcome,
    reason: titles.length === 0 ? outcome.reason : lackingProof(titles),
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
    const deletePortion = async () => {
      const found = await library.db.table(type === 'prompt' ? 'prompts' : 'resources').bulkGet([...portion]);
      const there = portion.filter((_, at) => found[at] !== undefined);
      const done = await deleteManyInside(library, name, there);
      return { ok: true, gone: there.filter((_, at) => done[at] === true) };
    };
    const { gone } = await inOneWrite(library, deletePortion, { isPortion: true });
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
  const restorePortion = async (portion: readonly string[]) => {
    const before = await inBin(portion);
    const { left } = await restoreManyFromBin(library, portion);
    const changed = before - (await inBin(portion));
    return { changed, kept: portion.length - changed, reason: left[0] };
  };
  const goOn = (rest: readonly string[]) => (again: BulkRun) => restore(library, rest, again);
  return shownAtEnd(library, () => inPortions(keys, run, restorePortion, goOn));
}

/** `unproved`: the titles of prompts whose label asks for proof that is missing. */
async function changeRows(
  library: Library,
  ids: readonly number[],
  change: PromptChange,
): Promise<{ changes: Change[]; kept: number; unproved: string[] }> {
  const newest = change.kind === 'label' ? await newestVersions(library, ids, change) : new Map();
  const changePortion = async () => {
    const found = (await library.db.prompts.bulkGet([...ids])).flatMap((stored) => stored ?? []);
    const planned = found.flatMap(({ row }) => {
      const one = changeOf(change, row, newest.get(row.id) ?? { id: null, proof: null });
      return one === null ? [] : [{ one, row }];
    });
    const done = await commitPlannedInside(
      library,
      planned.map(({ one }) => one.mutation),
    );
    const changes = planned.filter((_, at) => done[at] === true).map(({ one }) => one);
    const left = planned.filter((_, at) => done[at] !== true).map(({ row }) => row);
    const unproved = left.filter((row) => askedBy(change, row) !== undefined).map(({ title }) => title);
    return { ok: true, changes, kept: left.length, unproved };
  };
  return inOneWrite(library, changePortion, { isPortion: true });
}

function askedBy(change: PromptChange, { attributes }: Prompt) {
  if (change.kind !== 'label') return undefined;
  return attributes?.labels?.find(({ label }) => label === change.label)?.asks;
}

/** Before the write: a proof is looked up by hashes, which no transaction waits for. */
async function newestVersions(
  { db }: Library,
  ids: readonly number[],
  change: Extract<PromptChange, { readonly kind: 'label' }>,
): Promise<ReadonlyMap<number, NewestVersion>> {
  const found = new Map<number, NewestVersion>();
  for (const stored of await db.prompts.bulkGet([...ids])) {
    if (stored === undefined) continue;
    const promptId = stored.id;
    const [versionId = null] = await db.versionsOf(promptId).reverse().limit(1).primaryKeys();
    const asks = askedBy(change, stored.row);
    const isAsked = asks !== undefined && versionId !== null;
    const proof = isAsked ? await change.proofOf({ promptId, versionId, model: asks.model }) : null;
    found.set(promptId, { id: versionId, proof });
  }
  return found;
}

/** So many prompts are named. */
const mostNamed = 5;

function lackingProof(titles: readonly string[]): string {
  return t('Without the proof that the label asks for: {titles}.', {
    titles: [
      ...titles.slice(0, mostNamed).map(isolatedName),
      ...(titles.length > mostNamed ? ['…'] : []),
    ].join(', '),
  });
}

function takeChangesBack(library: Library, done: readonly Change[], run: BulkRun): Promise<BulkOutcome> {
  const takeBack = async (portion: readonly Change[]) => {
    const takePortionBack = async () => {
      const found = await library.db.prompts.bulkGet(portion.map(({ mutation }) => mutation.args.id));
      const undo: PlannedMutation[] = portion.flatMap(({ undo: back, isAsLeft }, at) => {
        const row = found[at]?.row;
        return row !== undefined && isAsLeft(row) ? [back] : [];
      });
      const backs = await commitPlannedInside(library, undo);
      return { ok: true, changed: backs.filter((isBack) => isBack).length };
    };
    const { changed } = await inOneWrite(library, takePortionBack, { isPortion: true });
    return { changed, kept: portion.length - changed };
  };
  const goOn = (rest: readonly Change[]) => (again: BulkRun) => takeChangesBack(library, rest, again);
  return shownAtEnd(library, () => inPortions(done, run, takeBack, goOn));
}

/** `goOn`: returns what does the rest, of an undo that stopped. */
export async function inPortions<Item>(
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
