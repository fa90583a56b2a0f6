import { useCallback } from 'react';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { uploadWords } from './resource-status.ts';
import type { TreeRow } from './tree-rows.ts';

/** Pixels: for a mouse, and under a finger. A file shows the state of its upload below its name. */
const rowHeights = { fine: { one: 34, two: 50 }, coarse: { one: 44, two: 60 } };

/** Returns how high a row is drawn, by its index. */
export function useRowHeight(rows: readonly TreeRow[]): (index: number) => number {
  const isCoarse = useMediaQuery('(pointer: coarse)');
  return useCallback((index) => heightOf(rows[index], isCoarse), [rows, isCoarse]);
}

function heightOf(row: TreeRow | undefined, isCoarse: boolean): number {
  const { one, two } = isCoarse ? rowHeights.coarse : rowHeights.fine;
  const isTwo = row?.kind === 'file' && (isCoarse || uploadWords(row.item) !== null);
  return isTwo ? two : one;
}
