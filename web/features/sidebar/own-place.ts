/** Computes where a row of the tree goes that is dragged or moved by keys. */
import { inOwnOrder, type Placed } from '#shared/text/order/own-order.ts';
import { type ProjectRow, type PromptRow, projectOfRow, type TreeRow } from './tree-rows.ts';

/** Beside another row of its kind, or at an end of its place. */
export type Spot =
  | { readonly before: number }
  | { readonly after: number }
  | { readonly at: 'start' | 'end' };

export type RowMove =
  | { readonly kind: 'project'; readonly id: number; readonly spot: Spot }
  | { readonly kind: 'prompt'; readonly id: number; readonly projectId: number; readonly spot: Spot };

/** `edge`: where the row is marked that it goes to. */
export type Drop = {
  readonly row: number;
  readonly edge: 'before' | 'after' | 'into';
  readonly move: RowMove;
};

export type MovableRow = ProjectRow | PromptRow;

export function isMovable(row: TreeRow | undefined): row is MovableRow {
  return row?.kind === 'project' || row?.kind === 'prompt';
}

/** Returns where a row goes that is let go of over another one; null where it stays. `isUpper`: over its upper half. */
export function dropOver(
  rows: readonly TreeRow[],
  dragged: MovableRow,
  { row: over, isUpper }: { row: number; isUpper: boolean },
): Drop | null {
  const row = rows[over];
  if (row === undefined) return null;
  const home = projectAt(rows, row);
  if (home < 0) return null;
  const drop =
    dragged.kind === 'project'
      ? projectDrop(rows, dragged.id, { home, isUpper: isUpper && home === over })
      : promptDrop(rows, dragged, { over, home, isUpper });
  return drop === null || staysAt(rows, dragged, drop.move.spot) ? null : drop;
}

function projectAt(rows: readonly TreeRow[], row: TreeRow): number {
  const id = projectOfRow(rows, row);
  return rows.findIndex((each) => each.kind === 'project' && each.id === id);
}

function projectDrop(
  rows: readonly TreeRow[],
  id: number,
  { home, isUpper }: { home: number; isUpper: boolean },
): Drop | null {
  const project = rows[home];
  if (project?.kind !== 'project' || project.id === id) return null;
  if (isUpper)
    return { row: home, edge: 'before', move: { kind: 'project', id, spot: { before: project.id } } };
  const next = rows.findIndex((each, index) => index > home && each.kind === 'project');
  const last = (next < 0 ? rows.length : next) - 1;
  return { row: last, edge: 'after', move: { kind: 'project', id, spot: { after: project.id } } };
}

function promptDrop(
  rows: readonly TreeRow[],
  dragged: PromptRow,
  { over, home, isUpper }: { over: number; home: number; isUpper: boolean },
): Drop | null {
  const [row, project] = [rows[over], rows[home]];
  if (row === undefined || project?.kind !== 'project') return null;
  const move = { kind: 'prompt', id: dragged.id, projectId: project.id } as const;
  if (row.kind === 'prompt') {
    if (row.id === dragged.id) return null;
    const spot: Spot = isUpper ? { before: row.id } : { after: row.id };
    return { row: over, edge: isUpper ? 'before' : 'after', move: { ...move, spot } };
  }
  // On the name of its own project it goes to the top; below its prompts, and in another one, to the end.
  const isTop = row.kind === 'project' && dragged.parent === project.key;
  return { row: home, edge: 'into', move: { ...move, spot: { at: isTop ? 'start' : 'end' } } };
}

/** Whether a row stands there already. */
function staysAt(rows: readonly TreeRow[], row: MovableRow, spot: Spot): boolean {
  const siblings = siblingsOf(rows, row);
  const at = siblings.findIndex(({ id }) => id === row.id);
  if ('before' in spot) return siblings[at + 1]?.id === spot.before;
  return 'after' in spot && at > 0 && siblings[at - 1]?.id === spot.after;
}

/** Returns the rows that a row stands among, with itself. */
export function siblingsOf(rows: readonly TreeRow[], row: MovableRow): MovableRow[] {
  return rows.filter((each): each is MovableRow => each.kind === row.kind && each.parent === row.parent);
}

/** Returns the move by one place up (-1) or down (1); null at the end of its siblings. */
export function stepOf(rows: readonly TreeRow[], row: MovableRow, by: -1 | 1): RowMove | null {
  const siblings = siblingsOf(rows, row);
  const beside = siblings[siblings.findIndex(({ id }) => id === row.id) + by];
  if (beside === undefined) return null;
  const spot: Spot = by < 0 ? { before: beside.id } : { after: beside.id };
  if (row.kind === 'project') return { kind: 'project', id: row.id, spot };
  const projectId = projectOfRow(rows, row);
  return projectId === null ? null : { kind: 'prompt', id: row.id, projectId, spot };
}

/** Returns the index at which a row goes among the others of its place, which come in their own order. */
export function placeOf(spot: Spot, others: readonly Placed[]): { rows: Placed[]; at: number } {
  const rows = inOwnOrder(others);
  if ('at' in spot) return { rows, at: spot.at === 'start' ? 0 : rows.length };
  const beside = rows.findIndex(({ id }) => id === ('before' in spot ? spot.before : spot.after));
  if (beside < 0) return { rows, at: rows.length };
  return { rows, at: 'before' in spot ? beside : beside + 1 };
}
