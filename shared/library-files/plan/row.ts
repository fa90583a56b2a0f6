import { bind } from '#shared/mutations/registry.ts';
import type { Reason } from '../files.ts';
import type { Additions, PlannedMutation, PlannedRow } from './planned.ts';

export type RowName = Pick<PlannedRow, 'kind' | 'source' | 'project' | 'title'>;

export const nothingAdded: Additions = {
  ...{ texts: 0, notes: 0, attributes: false, settings: false, runs: 0, cases: 0, changes: 0 },
};

export function refusedRow({ kind, source, project, title }: RowName, reason: Reason): PlannedRow {
  return {
    ...{ outcome: 'refused', kind, source, project, title, id: null, adds: nothingAdded, reason },
    ...{ remarks: [], mutations: [], undo: [], bytes: null },
  };
}

/** Returns the row of something that is here as it is in the files. */
export function sameRow({ kind, source, project, title }: RowName, id: number): PlannedRow {
  return {
    ...{ outcome: 'same', kind, source, project, title, id, adds: nothingAdded, reason: null },
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
