import { z } from 'zod';
import type { Id } from './ids.ts';
import { Project } from './project.ts';
import { Prompt } from './prompt.ts';
import { Resource } from './resource.ts';
import { UiState, type UiStateKey } from './ui-state.ts';
import { Version } from './version.ts';

export const rowSchemas = {
  project: Project,
  prompt: Prompt,
  version: Version,
  resource: Resource,
  uiState: UiState,
} as const;

export type RowType = keyof typeof rowSchemas;
const rowTypes = [
  'project',
  'prompt',
  'version',
  'resource',
  'uiState',
] as const satisfies readonly RowType[];
export const RowType = z.enum(rowTypes);

export type RowOf = {
  project: Project;
  prompt: Prompt;
  version: Version;
  resource: Resource;
  uiState: UiState;
};
export type RowIdOf = { project: Id; prompt: Id; version: Id; resource: Id; uiState: UiStateKey };

export type RowRef = { [T in RowType]: { type: T; id: RowIdOf[T] } }[RowType];

/** One text for one row of one user: `prompt:123`, `uiState:open_prompt_ids`. */
export type RowKey = `${RowType}:${number | string}`;

export function rowKey(ref: { type: RowType; id: number | string }): RowKey {
  return `${ref.type}:${ref.id}`;
}

/** Who changed a row last: a client's own number of the mutation tells it what it already holds. */
export type ChangedBy = { client: string; number: number };

/**
 * A row with what the server knows about it. A deleted row stays known (and keeps its last values) as
 * long as its tombstone is kept: that is what lets an edit win over a delete that it never saw.
 */
export type Stored<T extends RowType = RowType> = {
  [K in T]: {
    type: K;
    id: RowIdOf[K];
    row: RowOf[K];
    /** Counts the changes of this row, deletions and revivals among them. */
    rev: number;
    /** The place of its latest change in the user's change feed. */
    seq: number;
    /**
     * Where the latest change was nobody's (a file's bytes arrived): the place of the latest one that
     * somebody meant. A delete that had seen that one has seen everything.
     */
    meant?: number;
    deleted: boolean;
    by: ChangedBy | null;
  };
}[T];
