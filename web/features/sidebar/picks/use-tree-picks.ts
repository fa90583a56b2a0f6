import { useMemo, useState } from 'react';
import type { TreeRow } from '../tree-rows.ts';
import {
  type Bulk,
  noPicks,
  type PickableRow,
  type PickedRows,
  pickAll,
  pickedRows,
  pickRange,
  togglePick,
} from './tree-picks.ts';

export type TreePicks = {
  readonly rows: PickedRows;
  has(row: TreeRow): boolean;
  toggle(row: PickableRow): void;
  /** Selects the rows up to one; `from`: the row that has the focus, where the selection begins there. */
  extend(range: { readonly from: number; readonly to: number }): void;
  /** Selects all that stand beside a row. */
  all(at: number): void;
  leave(): void;
  askToDelete(): void;
};

/** Holds which rows of the tree are selected together. */
export function useTreePicks(rows: readonly TreeRow[], { onAct }: Pick<Bulk, 'onAct'>): TreePicks {
  const [picks, setPicks] = useState(noPicks);
  const picked = useMemo(() => pickedRows(rows, picks), [rows, picks]);
  return {
    rows: picked,
    has: ({ key }) => picks.keys.has(key),
    toggle: (row) => setPicks(togglePick(picks, row)),
    extend: (range) => setPicks(pickRange(rows, picks, range)),
    all: (at) => setPicks(pickAll(rows, at)),
    leave: () => setPicks(noPicks),
    askToDelete: () => onAct('delete', picked),
  };
}
