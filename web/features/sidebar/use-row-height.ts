import { useCallback } from 'react';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import type { TreeRow } from './tree-rows.ts';

/** Pixels: for a mouse, and under a finger. A file has its size, and the state of its upload, below its name. */
const rowHeights = { fine: { one: 34, two: 44 }, coarse: { one: 44, two: 60 } };

/** Returns how high a row is drawn, by its index. */
export function useRowHeight(rows: readonly TreeRow[]): (index: number) => number {
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const { one, two } = isCoarse ? rowHeights.coarse : rowHeights.fine;
  return useCallback((index) => (rows[index]?.kind === 'file' ? two : one), [rows, one, two]);
}
