/**
 * Saves what was decided: one statement for each kind of rows and what is done to them, all sent with the COMMIT.
 *
 * 1. What one transaction does to a row is folded to what comes of it: a statement writes a row once.
 * 2. Each statement names the revisions that it replaces, and fails where one is another: a change that was decided upon
 *    something else is an exception and never a lost update.
 */
import { type RowKey, type RowOf, type RowType, rowKey } from '#shared/kinds/row.ts';
import type { Authorship, Changes, PlacedWrite } from '../ports/library-transaction.ts';
import { runsOf } from '../records/answer-runs.ts';
import { columnOf, type Table, tables, valuesOf } from '../sql/row-tables.ts';
import { recordEvent } from '../sql/webhook-events.ts';
import { beginBulk } from './bulk-changes.ts';
import { sendAll } from './sql-database.ts';
import type { Writes } from './transactions.ts';
import { movesSeq } from './user-records.ts';

type Saved = { userId: number; before: number; changes: Changes };

/** `before`: the place of the latest change as it was gathered. */
export function saveChanges(writes: Writes, { userId, before, changes }: Saved): void {
  const { acknowledged, seq, bulk, answers } = changes;
  if (acknowledged !== null) acknowledge(writes, userId, acknowledged);
  const folded = [...fold(changes.writes).values()];
  for (const [type, rows] of Map.groupBy(folded, ({ type }) => type)) {
    const puts = rows.filter(({ row }) => row !== null);
    const marks = rows.filter(({ row }) => row === null);
    if (puts.length > 0) putRows(writes, { userId, type, rows: puts });
    if (marks.length > 0) markRows(writes, { userId, type, rows: marks });
  }
  sendAll(
    writes,
    changes.events.map((event) => recordEvent(userId, event)),
  );
  if (changes.writes.length > 0) sendAll(writes, movesSeq(userId, { before, after: seq }));
  storeAnswers(writes, userId, answers);
  if (bulk !== null) beginBulk(writes, userId, { ...bulk, bound: seq });
}

/** Holds what comes of a row. `base`: the revision that it has before, 0 where it is new. */
type Folded = {
  type: RowType;
  id: number | string;
  base: number;
  rev: number;
  seq: number;
  authorship: Authorship;
  /** Its values; null: they stay. */
  row: RowOf[RowType] | null;
  deletedAt: number | null;
  textBy: string | null;
  /** The sender that is known stays, as far as the text does and the row was not deleted. */
  keepsSender: boolean;
};

function fold(writes: readonly PlacedWrite[]): ReadonlyMap<RowKey, Folded> {
  const rows = new Map<RowKey, Folded>();
  for (const placed of writes) {
    const { write, rev, seq, authorship } = placed;
    const key = rowKey(write);
    const before = rows.get(key);
    const { type, id } = write;
    const base = before?.base ?? rev - 1;
    rows.set(key, { ...{ type, id, base, rev, seq, authorship }, ...afterwards(placed, before) });
  }
  return rows;
}

type Afterwards = Pick<Folded, 'row' | 'deletedAt' | 'textBy' | 'keepsSender'>;

function afterwards({ write, authorship }: PlacedWrite, before: Folded | undefined): Afterwards {
  switch (write.kind) {
    case 'put': {
      const textBy = senderOf(authorship, write.row);
      const kept = before === undefined || (before.deletedAt === null && isSameText(before.row, write.row));
      const known = kept && textBy === null ? before : undefined;
      return {
        row: write.row,
        deletedAt: null,
        textBy: textBy ?? known?.textBy ?? null,
        keepsSender: textBy === null && kept && (before?.keepsSender ?? true),
      };
    }
    case 'delete': {
      if (write.type === 'uiState') throw new Error('ui-state is replaced, never deleted');
      const { row = null, textBy = null, keepsSender = true } = before ?? {};
      return { row, textBy, keepsSender, deletedAt: authorship.at };
    }
    case 'restore':
      return { row: before?.row ?? null, textBy: null, keepsSender: false, deletedAt: null };
  }
}

/** The client that sent this text, where it is one that the request carried. */
function senderOf({ by, texts }: Authorship, row: RowOf[RowType]): string | null {
  return 'content' in row && typeof row.content === 'string' && texts.includes(row.content)
    ? (by?.client ?? null)
    : null;
}

/** Before a change of values that were not loaded here, nobody knows: the database compares them. */
function isSameText(before: RowOf[RowType] | null, after: RowOf[RowType]): boolean {
  return before !== null && 'content' in before && 'content' in after && before.content === after.content;
}

type SavedRows = { userId: number; type: RowType; rows: readonly Folded[] };

/** The columns that every change of a row sets. */
const changeColumns = {
  ...{ rev: 'bigint', seq: 'bigint', deleted_at: 'bigint', by_client: 'text', by_number: 'bigint' },
  ...{ device: 'text', changed_at: 'bigint' },
};

function changeValues(rows: readonly Folded[]): unknown[] {
  return [
    rows.map(({ rev }) => rev),
    rows.map(({ seq }) => seq),
    rows.map(({ deletedAt }) => deletedAt),
    rows.map(({ authorship: { by } }) => by?.client ?? null),
    rows.map(({ authorship: { by } }) => by?.number ?? null),
    rows.map(({ authorship: { device } }) => device),
    rows.map(({ authorship: { at } }) => at),
  ];
}

function putRows(writes: Writes, { userId, type, rows }: SavedRows): void {
  const table = tables[type];
  const values = rows.map(({ row }) => (row === null ? {} : valuesOf(type, row)));
  writes.send(putStatement(table), [
    userId,
    rows.map(({ id }) => id),
    rows.map(({ base }) => base),
    ...changeValues(rows),
    rows.map(({ textBy }) => textBy),
    rows.map(({ keepsSender }) => keepsSender),
    ...Object.keys(table.fields).map((field) => values.map((each) => each[field] ?? null)),
  ]);
}

function markRows(writes: Writes, { userId, type, rows }: SavedRows): void {
  writes.send(markStatement(tables[type]), [
    userId,
    rows.map(({ id }) => id),
    rows.map(({ base }) => base),
    ...changeValues(rows),
    rows.map(({ keepsSender }) => keepsSender),
  ]);
}

const complaint = "'a row has changed since it was gathered'";

/** Returns `unnest(...) AS given (...)` of parameters from `$2` on. */
function given(given: Readonly<Record<string, string>>): string {
  const parameters = Object.values(given).map((type, index) => `$${index + 2}::${type}[]`);
  return `unnest(${parameters.join(', ')}) AS given (${Object.keys(given).join(', ')})`;
}

function putStatement(table: Table): string {
  const { name, idType, fields, hasSender, hasUserSeq } = table;
  const own = Object.fromEntries(Object.entries(fields).map(([field, type]) => [columnOf(field), type]));
  const change = Object.keys(changeColumns);
  const extra = [
    ...(hasUserSeq ? [['user_seq', 'given.seq'] as const] : []),
    ...(hasSender ? [['text_by', 'given.sender'] as const] : []),
  ];
  const inserted = ['id', ...change, ...Object.keys(own)];
  const names = [...inserted, ...extra.map(([column]) => column), 'erased', 'user_id'];
  const values = [
    ...inserted.map((column) => `given.${column}`),
    ...extra.map(([, value]) => value),
    '0',
    '$1',
  ];
  const set = [...change, ...Object.keys(own), 'erased', ...(hasUserSeq ? ['user_seq'] : [])];
  // A text that did not change is still known to the client that sent it; one that comes back from a deletion is not:
  // that client may have read of the deletion before its text was acknowledged.
  const sender = hasSender
    ? [
        `text_by = CASE WHEN excluded.text_by IS NOT NULL THEN excluded.text_by
          WHEN was.content = excluded.content AND was.deleted_at IS NULL
            AND (SELECT given.keeps FROM given WHERE given.id = was.id) THEN was.text_by END`,
      ]
    : [];
  const parameters = {
    ...{ id: idType, base: 'bigint', ...changeColumns },
    ...{ sender: 'text', keeps: 'boolean', ...own },
  };
  return `WITH given AS MATERIALIZED (SELECT * FROM ${given(parameters)}),
    written AS (
      INSERT INTO ${name} AS was (${names.join(', ')})
      SELECT ${values.join(', ')} FROM given
      WHERE given.base = coalesce((SELECT r.rev FROM ${name} AS r WHERE r.user_id = $1 AND r.id = given.id), 0)
      ON CONFLICT (user_id, id) DO UPDATE SET
        ${[...set.map((column) => `${column} = excluded.${column}`), ...sender].join(', ')}
      RETURNING 1)
    SELECT expect_rows(count(*), cardinality($2), ${complaint}) FROM written`;
}

function markStatement(table: Table): string {
  const { name, idType, hasSender, hasUserSeq } = table;
  const set = Object.keys(changeColumns).map((column) => `${column} = given.${column}`);
  if (hasUserSeq) set.push('user_seq = given.seq');
  if (hasSender)
    set.push('text_by = CASE WHEN given.keeps AND given.deleted_at IS NOT NULL THEN r.text_by END');
  const parameters = { id: idType, base: 'bigint', ...changeColumns, keeps: 'boolean' };
  return `WITH written AS (UPDATE ${name} AS r SET ${set.join(', ')} FROM ${given(parameters)}
      WHERE r.user_id = $1 AND r.id = given.id AND r.rev = given.base RETURNING 1)
    SELECT expect_rows(count(*), cardinality($2), ${complaint}) FROM written`;
}

function storeAnswers(writes: Writes, userId: number, answers: Changes['answers']): void {
  const runs = [...runsOf(answers)];
  if (runs.length === 0) return;
  writes.send(
    `INSERT INTO stored_answers (user_id, client, first, last, answers)
      SELECT $1, given.* FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[]) AS given`,
    [
      userId,
      runs.map(({ client }) => client),
      runs.map(({ first }) => first),
      runs.map(({ last }) => last),
      runs.map(({ answers: json }) => json),
    ],
  );
}

/** Raises the floor (never lowers it) and drops the answers below: some at a time, the rest goes with the next ones. */
function acknowledge(
  writes: Writes,
  userId: number,
  { client, upTo }: NonNullable<Changes['acknowledged']>,
): void {
  const values = [userId, client, upTo];
  writes.send(
    `INSERT INTO client_floors (user_id, client, floor) VALUES ($1, $2, $3)
      ON CONFLICT (user_id, client) DO UPDATE SET floor = greatest(client_floors.floor, excluded.floor)`,
    values,
  );
  writes.send(
    `DELETE FROM stored_answers WHERE user_id = $1 AND client = $2 AND first IN (SELECT first FROM stored_answers
      WHERE user_id = $1 AND client = $2 AND first <= $3 AND last <= $3 ORDER BY first LIMIT 200)`,
    values,
  );
}
