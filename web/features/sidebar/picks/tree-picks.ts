/** Computes which rows of the tree are selected together: prompts or files, never both, and only those that are listed. */
import type { BulkUnderWay } from '../../../session/use-bulk-run.ts';
import type { FileRow, PromptRow, TreeRow } from '../tree-rows.ts';

export type PickableRow = PromptRow | FileRow;

/** `keys`: of the rows. `anchor`: the key of the row that a range begins at. */
export type Picks = { readonly keys: ReadonlySet<string>; readonly anchor: string | null };

/** All are of one kind, in the order in which they are listed. */
export type PickedRows = readonly PromptRow[] | readonly FileRow[];

/** Acts on the rows that are selected. */
export type Bulk = {
  readonly underWay: BulkUnderWay;
  onStop(): void;
  onAct(act: BulkAct, rows: PickedRows): void;
};

export type BulkAct = 'move' | 'tags' | 'favorite' | 'label' | 'export' | 'compare' | 'delete';

export const noPicks: Picks = { keys: new Set(), anchor: null };

export function isPickable(row: TreeRow | undefined): row is PickableRow {
  return row?.kind === 'prompt' || row?.kind === 'file';
}

/** Adds a row or takes it out; the next range begins there. One of the other kind begins a new selection. */
export function togglePick(picks: Picks, row: PickableRow): Picks {
  const keys = new Set([...picks.keys].filter((key) => key.startsWith(`${row.kind}-`)));
  if (!keys.delete(row.key)) keys.add(row.key);
  return keys.size === 0 ? noPicks : { keys, anchor: row.key };
}

/** Returns the selection of the rows from the anchor, or from `from` where there is none, to `to`, and of no others. */
export function pickRange(
  rows: readonly TreeRow[],
  picks: Picks,
  { from, to }: { readonly from: number; readonly to: number },
): Picks {
  const anchored = picks.anchor === null ? -1 : rows.findIndex(({ key }) => key === picks.anchor);
  const start = anchored < 0 ? from : anchored;
  const between = rows.slice(Math.min(start, to), Math.max(start, to) + 1);
  const inOrder = start <= to ? between : between.toReversed();
  const first = inOrder.find(isPickable);
  if (first === undefined) return noPicks;
  const keys = between.filter(({ kind }) => kind === first.kind).map(({ key }) => key);
  return { keys: new Set(keys), anchor: anchored < 0 ? first.key : picks.anchor };
}

/** Returns the selection of all prompts of the project that a row is in, or of all files of its folder. */
export function pickAll(rows: readonly TreeRow[], at: number): Picks {
  const row = rows[at];
  if (row === undefined) return noPicks;
  const parent = row.kind === 'project' || row.kind === 'folder' ? row.key : row.parent;
  const alike = rows.filter((each) => isPickable(each) && each.parent === parent);
  const first = alike[0];
  return first === undefined ? noPicks : { keys: new Set(alike.map(({ key }) => key)), anchor: first.key };
}

/** Returns the selected rows that are listed: what cannot be seen is not acted upon. */
export function pickedRows(rows: readonly TreeRow[], { keys }: Picks): PickedRows {
  if (keys.size === 0) return [];
  const picked = rows.filter((row): row is PickableRow => isPickable(row) && keys.has(row.key));
  const prompts = picked.filter((row): row is PromptRow => row.kind === 'prompt');
  return prompts.length > 0 ? prompts : picked.filter((row): row is FileRow => row.kind === 'file');
}
