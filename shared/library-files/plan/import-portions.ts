import type { PlannedMutation, PlannedRow } from './planned.ts';

/** Mutations that are committed together, with the bytes of files that they are about. */
export type ImportPortion = {
  /** Rows of the plan that are done with it. */
  readonly rows: number;
  readonly mutations: readonly PlannedMutation[];
  /** Takes this portion back; those of an import are taken back last one first. */
  readonly undo: readonly PlannedMutation[];
  readonly bytes: readonly NonNullable<PlannedRow['bytes']>[];
};

const mostMutations = 200;
/** UTF-16 units of texts. */
const mostText = 1024 * 1024;
/** Of files: all that a portion has is in memory at once, and Cancel waits for it. */
const mostBytes = 16 * 1024 * 1024;

/** Yields the mutations of a plan in portions of which a caller commits each in one transaction; no row is parted. */
export async function* importPortions(rows: AsyncIterable<PlannedRow>): AsyncGenerator<ImportPortion> {
  let portion = emptyPortion();
  let text = 0;
  let bytes = 0;
  for await (const row of rows) {
    portion.rows += 1;
    portion.mutations.push(...row.mutations);
    portion.undo.unshift(...row.undo);
    if (row.bytes !== null) portion.bytes.push(row.bytes);
    bytes += row.bytes?.file.size ?? 0;
    for (const { args } of row.mutations) if ('content' in args) text += args.content.length;
    if (portion.mutations.length < mostMutations && text < mostText && bytes < mostBytes) continue;
    yield portion;
    portion = emptyPortion();
    text = 0;
    bytes = 0;
  }
  if (portion.rows > 0) yield portion;
}

type Filling = {
  rows: number;
  mutations: PlannedMutation[];
  undo: PlannedMutation[];
  bytes: NonNullable<PlannedRow['bytes']>[];
};

function emptyPortion(): Filling {
  return { rows: 0, mutations: [], undo: [], bytes: [] };
}
