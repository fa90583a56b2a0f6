/**
 * Describes one kind of row: all that feed, rebase, row set, storages and notices must know about it, so that
 * they loop over `registry.ts` and name no kind.
 */
import type { z } from 'zod';

/** `type` names the kind in the feed, in row keys and in both databases. */
export type Kind<Type extends string = string, Row = unknown, RowId extends number | string = never> = {
  readonly type: Type;
  /** Loose: fields of a later version are preserved. */
  readonly schema: z.ZodType<Row>;
  readonly id: IdFormat<RowId>;
  /** Returns the long texts of a row: they are what it weighs in a page of the feed and in an account. */
  texts(row: Row): readonly string[];
  /** Whether the feed leaves `content` out of a row for the client that sent it. */
  readonly omitsOwnContent: boolean;
  /** Returns the name that a person reads in notices and lists. */
  nameOf(row: Row): string;
  /** Whether a person gives it the name, so that notices tell when it is replaced or the row comes back. */
  readonly isNamed: boolean;
  /** The kind that it is inside of, and the row of that kind; null where it stands alone. */
  readonly parent: { readonly type: string; idOf(row: Row): number } | null;
  /** Whether a person counts it among what the library holds: it then counts where a pull removes much. */
  readonly isContent: boolean;
};

export type IdFormat<RowId extends number | string> = {
  /** Accepts an id as the feed has it. */
  readonly schema: z.ZodType<RowId>;
  /** Reads the part of a row key after the colon; undefined where it is no id of this kind. */
  fromKey(text: string): RowId | undefined;
};

/** Ties a kind to its exact types. */
export function defineKind<const Type extends string, Row, RowId extends number | string>(
  kind: Kind<Type, Row, RowId>,
): Kind<Type, Row, RowId> {
  return kind;
}
