/**
 * Declares how rows of one database come into another: table by table, in the order of their keys, a portion at a time.
 * `sqlite-rows.ts` and `postgres-rows.ts` implement it; `move-rows.ts` uses it.
 */
export type Value = number | string | Uint8Array | null;

/** The values in the order of the columns. */
export type Row = readonly Value[];

export type MovedTable = {
  name: string;
  columns: readonly { name: string; type: string }[];
  /** The columns by which its rows are read, one after the other. */
  key: readonly string[];
};

/** Rows and bytes of their texts that are in memory at the same time, unless a single row has more. */
export const portion = { rows: 500, bytes: 4 * 1024 * 1024 };

export type RowsReader = {
  /** Returns the rows that come after this one in the order of the key, a portion at most; null: from the first. */
  read(table: MovedTable, after: Row | null): Promise<Row[]>;
  /** Returns the highest number that a webhook event ever had. */
  lastEvent(): Promise<number>;
};

export type RowsWriter = RowsReader & {
  /** Removes what migrations put there. */
  clear(): Promise<void>;
  write(table: MovedTable, rows: readonly Row[]): Promise<void>;
  /** Sets what triggers counted while rows came in to what these rows of users say. */
  writeTotals(users: MovedTable, rows: readonly Row[]): Promise<void>;
  continueEvents(after: number): Promise<void>;
};

/**
 * In the order in which rows can be written: each table after those that it refers to. Webhooks come after the rows of
 * which triggers would make events for them.
 */
export const movedTables = [
  ...['users', 'sessions', 'api_tokens', 'server_secrets', 'invitations', 'change_feed'],
  ...['projects', 'prompts', 'versions', 'kept_runs', 'test_cases', 'resources', 'ui_states', 'blobs'],
  ...['stored_answers', 'client_floors', 'feed_epochs', 'bulk_changes'],
  ...['model_usage', 'read_links'],
  ...['webhooks', 'webhook_events', 'webhook_deliveries'],
];

/** Columns of `users` that triggers count. */
export const totals = ['row_count', 'text_bytes'];

export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}

export function namesOf({ columns }: Pick<MovedTable, 'columns'>): string[] {
  return columns.map(({ name }) => name);
}

/** Returns the values of some columns of a row. */
export function valuesOf(table: MovedTable, row: Row, names: readonly string[]): Value[] {
  const all = namesOf(table);
  return names.map((name) => row[all.indexOf(name)] ?? null);
}

/** Reads a table to its end, a portion at a time. */
export async function* portionsOf(reader: RowsReader, table: MovedTable): AsyncGenerator<Row[]> {
  let after: Row | null = null;
  for (;;) {
    const rows: Row[] = await reader.read(table, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = last;
  }
}
