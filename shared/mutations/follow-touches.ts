/**
 * Follows touches to the rows that they name: the one place that knows what each kind of touch means.
 *
 *   touches -> first look-up -> rows -> further look-up (of what is deleted, and may come back) -> rows
 *
 * 1. Any number of touches are at most two look-ups: a storage answers each as a whole.
 * 2. A row that was found with its texts is not replaced by the same one without.
 * 3. A row set answers like a storage, so that one mutation of many sees its own rows and no others.
 */
import { type RowKey, type RowRef, rowKey, type Stored } from '#shared/kinds/row.ts';
import type { Touch } from './mutation.ts';
import { RowSet } from './row-set.ts';

/** Rows that are wanted, each named once. Rows that are found only through others need no texts. */
export type Lookup = {
  /** Deleted ones too, with their texts. */
  rows: readonly RowRef[];
  /** Versions by their ids, deleted ones too. */
  versions: readonly number[];
  /** The newest version of each of these prompts that is not deleted, with its text. */
  newestVersionOf: readonly number[];
  /** All versions of these prompts that are not deleted. */
  versionsOf: readonly number[];
  /** All that is inside of these prompts and not deleted. */
  insideOf: readonly number[];
  /** Unreviewed conflict versions of these prompts, with their texts. */
  conflictsOf: readonly number[];
  /** The rows inside of the prompt whose deletion has a later place in the feed than `after`. */
  goneInsideOf: readonly { promptId: number; after: number }[];
  /** All prompts of these projects with what is inside of them, and all resources, that are not deleted. */
  contentsOf: readonly number[];
  /** All resources with these bytes, deleted ones too. */
  bytes: readonly string[];
};

/** `rows`: those with their texts before the same ones without. `bytes`: what the server is known to hold. */
export type LookupAnswer = {
  rows: Iterable<Stored>;
  bytes?: Iterable<{ sha256: string; fileType: string }>;
};

/** Reads rows for `followTouches`; each storage implements it, and leaves out rows that it does not have. */
export type TouchReader = { read(lookup: Lookup): LookupAnswer };
export type AsyncTouchReader = { read(lookup: Lookup): PromiseLike<LookupAnswer> };

/**
 * Returns the rows that mutations with these touches may look at. `found`: the set that they are added to, and which the
 * reader may share.
 */
export function followTouches(
  touches: readonly Touch[],
  reader: TouchReader,
  found: RowSet = new RowSet(),
): RowSet {
  const steps = follow(touches, found);
  let step = steps.next();
  while (!step.done) step = steps.next(reader.read(step.value));
  return step.value;
}

/** Does the same upon a storage that answers later. */
export async function followTouchesAsync(
  touches: readonly Touch[],
  reader: AsyncTouchReader,
): Promise<RowSet> {
  const steps = follow(touches, new RowSet());
  let step = steps.next();
  while (!step.done) step = steps.next(await reader.read(step.value));
  return step.value;
}

function* follow(touches: readonly Touch[], found: RowSet): Generator<Lookup, RowSet, LookupAnswer> {
  add(found, yield firstLookup(touches));
  const further = furtherLookup(touches, found);
  if (further !== null) add(found, yield further);
  return found;
}

function add(found: RowSet, { rows, bytes = [] }: LookupAnswer): void {
  for (const stored of rows) if (found.at(stored) === undefined) found.add(stored);
  for (const { sha256, fileType } of bytes) found.addBytes(sha256, fileType);
}

/** Returns what the touches name by themselves; most mutations name one or two rows and nothing else. */
function firstLookup(touches: readonly Touch[]): Lookup {
  const refs = new Map<RowKey, RowRef>();
  const want = (ref: RowRef) => refs.set(rowKey(ref), ref);
  const others: FurtherTouch[] = [];
  for (const touch of touches) {
    if (touch.kind === 'row') want(touch.ref);
    else if (touch.kind === 'revivalOf') want({ type: 'prompt', id: touch.promptId });
    else if (touch.kind === 'shellOf') want({ type: 'resource', id: touch.resourceId });
    else others.push(touch);
  }
  return { ...(others.length === 0 ? emptyLookup : lookupOf(others)), rows: [...refs.values()] };
}

type FurtherTouch = Exclude<Touch, { kind: 'row' | 'revivalOf' | 'shellOf' }>;

function lookupOf(touches: readonly FurtherTouch[]): Lookup {
  const versions = new Set<number>();
  const newestVersionOf = new Set<number>();
  const versionsOf = new Set<number>();
  const insideOf = new Set<number>();
  const conflictsOf = new Set<number>();
  const contentsOf = new Set<number>();
  const bytes = new Set<string>();
  for (const touch of touches) {
    switch (touch.kind) {
      case 'versions':
        for (const id of touch.ids) versions.add(id);
        break;
      case 'newestVersion':
        newestVersionOf.add(touch.promptId);
        break;
      case 'versionsOf':
        versionsOf.add(touch.promptId);
        break;
      case 'insideOf':
        insideOf.add(touch.promptId);
        break;
      case 'conflictsOf':
        conflictsOf.add(touch.promptId);
        break;
      case 'contentsOf':
        contentsOf.add(touch.projectId);
        break;
      case 'sameBytes':
        bytes.add(touch.sha256);
        break;
    }
  }
  return {
    ...emptyLookup,
    versions: [...versions],
    newestVersionOf: [...newestVersionOf],
    versionsOf: [...versionsOf],
    insideOf: [...insideOf],
    conflictsOf: [...conflictsOf],
    contentsOf: [...contentsOf],
    bytes: [...bytes],
  };
}

/** Returns what deleted rows that were found need to come back: their projects, what a prompt had inside. Null: nothing. */
function furtherLookup(touches: readonly Touch[], found: RowSet): Lookup | null {
  const projects = new Set<number>();
  const goneInsideOf = new Map<number, { promptId: number; after: number }>();
  for (const touch of touches) {
    if (touch.kind === 'revivalOf') {
      const prompt = found.stored('prompt', touch.promptId);
      if (!prompt?.deleted) continue;
      projects.add(prompt.row.projectId);
      goneInsideOf.set(prompt.id, { promptId: prompt.id, after: prompt.seq });
    }
    if (touch.kind === 'shellOf') {
      const resource = found.stored('resource', touch.resourceId);
      if (resource?.deleted) projects.add(resource.row.projectId);
    }
  }
  if (projects.size === 0) return null;
  return {
    ...emptyLookup,
    rows: [...projects].map((id): RowRef => ({ type: 'project', id })),
    goneInsideOf: [...goneInsideOf.values()],
  };
}

const emptyLookup: Lookup = {
  rows: [],
  versions: [],
  newestVersionOf: [],
  versionsOf: [],
  insideOf: [],
  conflictsOf: [],
  goneInsideOf: [],
  contentsOf: [],
  bytes: [],
};

/** Answers look-ups from rows in memory. */
export function readerOf(rows: RowSet): TouchReader {
  const live = <Row extends Stored>(found: readonly Row[]) => found.filter(({ deleted }) => !deleted);
  const contentsOf = (projectId: number): Stored[] => {
    const prompts = live(rows.promptsOf(projectId));
    const inside = prompts.flatMap(({ id }) => live(rows.insideOf(id)));
    return [...prompts, ...inside, ...live(rows.resourcesOf(projectId))];
  };
  const withBytes = (wanted: ReadonlySet<string>): Stored[] =>
    wanted.size === 0
      ? []
      : rows.all().filter((stored) => stored.type === 'resource' && wanted.has(stored.row.sha256));
  return {
    read: (lookup) => ({
      rows: [
        ...lookup.rows.flatMap((ref) => rows.at(ref) ?? []),
        ...lookup.versions.flatMap((id) => rows.stored('version', id) ?? []),
        ...lookup.newestVersionOf.flatMap((id) => rows.newestVersion(id) ?? []),
        ...lookup.versionsOf.flatMap((id) => live(rows.versionsOf(id))),
        ...lookup.insideOf.flatMap((id) => live(rows.insideOf(id))),
        ...lookup.conflictsOf.flatMap((id) => live(rows.versionsOf(id)).filter(isUnreviewed)),
        ...lookup.goneInsideOf.flatMap(({ promptId, after }) =>
          rows.insideOf(promptId).filter(({ deleted, seq }) => deleted && seq > after),
        ),
        ...lookup.contentsOf.flatMap(contentsOf),
        ...withBytes(new Set(lookup.bytes)),
      ],
    }),
  };
}

function isUnreviewed({ row }: Stored<'version'>): boolean {
  return row.conflict === 'unreviewed';
}
