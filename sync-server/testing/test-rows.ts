/** Declares the database of an app in a test as far as a test looks into it, or breaks something there. */
import type { PortionSize } from '../storage/ports/library-port.ts';
import type { Storages } from '../storage/ports/storages.ts';

/** `when` is a condition about the row NEW, in SQL that all databases have. */
export type Breakage = { statement: 'INSERT' | 'UPDATE'; table: string; when?: string; message: string };

export type TestRows = {
  /** Opens it, as a process does. `portion`: what one transaction does at most of a large change. */
  storages(portion?: PortionSize): Storages;
  /** Runs one statement, and returns its rows. */
  sql(text: string): Promise<Record<string, unknown>[]>;
  /** Runs one statement as another process does. */
  fromElsewhere(text: string): Promise<void>;
  /** Returns the names of all tables with those of their columns, in an order that stays. */
  tables(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Makes what is written to a table fail, until the function that it returns is called. */
  breakWrites(breakage: Breakage): Promise<() => Promise<void>>;
  /** Makes everything that is written fail, as where the disk of the database became one to read only, or takes that back. */
  setReadOnly(isReadOnly: boolean): Promise<void>;
  release(): void;
};

export function columnsByTable(
  columns: readonly { table: string; column: string }[],
): ReadonlyMap<string, readonly string[]> {
  const tables = Map.groupBy(columns, ({ table }) => table);
  return new Map([...tables].map(([name, found]) => [name, found.map(({ column }) => column)]));
}
