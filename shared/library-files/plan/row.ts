import { bind } from '#shared/mutations/registry.ts';
import type { Reason } from '../files.ts';
import type { Additions, PlannedMutation, PlannedRow } from './planned.ts';

export type RowName = Pick<PlannedRow, 'kind' | 'source' | 'project' | 'title'>;

export const nothingAdded: Additions = { texts: 0, notes: 0, attributes: false };

export function refusedRow(name: RowName, reason: Reason): PlannedRow {
  return {
    ...{ outcome: 'refused', ...name, id: null, adds: nothingAdded, reason },
    ...{ remarks: [], mutations: [], undo: [], bytes: null },
  };
}

/** Returns the first reason for which a library would refuse one of these; null where it takes all. */
export function whyRefused(mutations: readonly PlannedMutation[]): Reason | null {
  for (const { name, args } of mutations) {
    const bound = bind(name, args);
    const [error] = bound.ok ? [] : bound.errors;
    if (error !== undefined) return { sentence: error.message };
  }
  return null;
}
