/** Derives the types of rows from the registry, and reads row keys and rows by it. */
import { z } from 'zod';
import type { Kind } from './kind.ts';
import { kinds } from './registry.ts';

type Kinds = typeof kinds;

export type RowType = keyof Kinds;
export const rowTypes: readonly RowType[] = Object.values(kinds).map(({ type }) => type);
export const RowType = z.enum(rowTypes);

export type RowOf = { [T in RowType]: z.infer<Kinds[T]['schema']> };
export type RowIdOf = { [T in RowType]: z.infer<Kinds[T]['id']['schema']> };

export type RowRef = { [T in RowType]: { type: T; id: RowIdOf[T] } }[RowType];

/** One text for one row of one user: `prompt:123`, `uiState:open_prompt_ids`. */
export type RowKey = `${RowType}:${number | string}`;

export function rowKey(ref: { type: RowType; id: number | string }): RowKey {
  return `${ref.type}:${ref.id}`;
}

/** Who changed a row last: a client's own number of the mutation tells it what it already holds. */
export type ChangedBy = { client: string; number: number };

/** Describes a row beside its values: its revision, its place in the feed, its last author. */
export type RowMeta = {
  /** Counts the changes of this row, deletions and revivals among them. */
  rev: number;
  /** The place of its latest change in the user's change feed. */
  seq: number;
  /**
   * Set if the latest change was made by the server (the bytes of a file arrived): the place of the latest one that
   * somebody meant. A delete that had seen that one has seen everything.
   */
  userSeq?: number;
  deleted: boolean;
  by: ChangedBy | null;
};

/**
 * A row with what the server knows about it. A deleted row stays known (and keeps its last values) as
 * long as its tombstone is kept: that is what lets an edit win over a delete that it never saw.
 */
export type Stored<T extends RowType = RowType> = {
  [K in T]: { type: K; id: RowIdOf[K]; row: RowOf[K] } & RowMeta;
}[T];

/** Returns the kind of rows of this type. Its functions take rows of that type only. */
export function kindOf(type: RowType): Kind<RowType, RowOf[RowType], RowIdOf[RowType]> {
  return kinds[type];
}

/** Whether this app has such a kind. */
function isRowType(type: string): type is RowType {
  return Object.hasOwn(kinds, type);
}

/** Returns undefined where this app has no such kind, or the id is none of that kind. */
export function findRef(type: string, id: unknown): RowRef | undefined {
  if (!isRowType(type)) return undefined;
  const parsed = kindOf(type).id.schema.safeParse(id);
  return parsed.success ? ({ type, id: parsed.data } as RowRef) : undefined;
}

/** Returns undefined where this app has no such kind or id. */
export function findRowKey(key: string): RowRef | undefined {
  const colon = key.indexOf(':');
  const type = key.slice(0, colon);
  if (!isRowType(type)) return undefined;
  const id = kindOf(type).id.fromKey(key.slice(colon + 1));
  return id === undefined ? undefined : ({ type, id } as RowRef);
}

/** Reads a key that this app made itself. */
export function parseRowKey(key: RowKey): RowRef {
  const ref = findRowKey(key);
  if (ref === undefined) throw new Error(`No kind of row has the key ${key}.`);
  return ref;
}

/** Returns undefined where the values are not what this kind holds. */
export function readStored({ type, id }: RowRef, row: unknown, meta: RowMeta): Stored | undefined {
  const parsed = kindOf(type).schema.safeParse(row);
  return parsed.success ? ({ type, id, row: parsed.data, ...meta } as Stored) : undefined;
}

/** Returns the name that a person reads for a row. */
export function nameOf({ type, row }: Stored): string {
  return kindOf(type).nameOf(row);
}
