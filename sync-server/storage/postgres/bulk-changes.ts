/**
 * Changes of more rows than one transaction should hold: a record of what is to be done, and portions that do it; see
 * `sqlite/change/bulk-changes.ts`.
 *
 * 1. Nobody reads or writes a library while its record is there. Whoever comes meanwhile does what is left of it, and
 *    several nodes take turns: each portion has the lock of the user.
 * 2. A portion and what the record says remains are one transaction: a crash anywhere is continued, nothing twice.
 * 3. Rows that changed after the record was made (`bound`) are not touched.
 */
import type { PortionSize } from '../ports/library-port.ts';
import type { Authorship, BulkChange } from '../ports/library-transaction.ts';
import { PendingBulk } from '../records/bulk-record.ts';
import { bytesOf, orderInPrompt, type Table, tables, tablesInPrompt } from '../sql/row-tables.ts';
import { sendAll } from './sql-database.ts';
import type { Reads, Writes } from './transactions.ts';
import { movesSeq } from './user-records.ts';

type Found = { id: number; bytes: number; promptId?: number };
type Marked = { of: Table; id: number; bytes: number; promptId?: number | undefined };
type Portion = { marks: readonly Marked[]; rest: PendingBulk['change'] | null };

export const pendingChange = 'SELECT change FROM bulk_changes WHERE user_id = $1';

/** Throws, with the COMMIT, where another one is not done. */
export function beginBulk(
  writes: Writes,
  userId: number,
  { change, authorship, bound }: { change: BulkChange; authorship: Authorship; bound: number },
): void {
  const { by, device, at } = authorship;
  const recorded = change.kind === 'deleteContentsOf' ? { ...change, openPrompt: null } : change;
  const pending = PendingBulk.parse({ bound, author: { by, device, at }, change: recorded });
  writes.send('INSERT INTO bulk_changes (user_id, change) VALUES ($1, $2)', [
    userId,
    JSON.stringify(pending),
  ]);
}

/** Does the next portion within a transaction that has the lock of the user; false when nothing remains. */
export async function goOnWithBulk(
  writes: Writes,
  { userId, seq, size }: { userId: number; seq: number; size: PortionSize },
): Promise<boolean> {
  const [record] = await writes.query<{ change: string }>(pendingChange, [userId]);
  if (record === undefined) return false;
  const pending = PendingBulk.parse(JSON.parse(record.change));
  const { marks, rest } = await nextPortion(writes, { userId, size, pending });
  let now = seq;
  const placed = marks.map((mark) => {
    now += 1;
    return { ...mark, seq: now };
  });
  const { author, change } = pending;
  const deletedAt = change.kind === 'restoreVersionsOf' ? null : author.at;
  for (const [of, rows] of Map.groupBy(placed, (mark) => mark.of)) {
    writes.send(markStatement(of), [
      userId,
      rows.map(({ id }) => id),
      rows.map((row) => row.seq),
      ...[deletedAt, author.by?.client ?? null, author.by?.number ?? null, author.device, author.at],
    ]);
  }
  if (now > seq) sendAll(writes, movesSeq(userId, { before: seq, after: now }));
  if (rest === null) writes.send('DELETE FROM bulk_changes WHERE user_id = $1', [userId]);
  else {
    const left = JSON.stringify({ ...pending, change: rest });
    writes.send('UPDATE bulk_changes SET change = $2 WHERE user_id = $1', [userId, left]);
  }
  return rest !== null;
}

type Asked = { userId: number; size: PortionSize; pending: PendingBulk };

async function nextPortion(reads: Reads, { userId, size, pending }: Asked): Promise<Portion> {
  const { bound, change } = pending;
  const inside = async (
    { of, text }: { of: readonly Table[]; text: (of: Table) => string },
    values: readonly unknown[],
  ) => {
    const asked = [userId, ...values, bound, size.rows + 1];
    const found = await Promise.all(
      of.map(async (each) => named(each, await reads.query<Found>(text(each), asked))),
    );
    const all: Marked[] = found.flat();
    const fitting = fits(all, size);
    return { marks: fitting, rest: fitting.length < all.length ? change : null };
  };
  switch (change.kind) {
    case 'deleteVersionsOf':
      return inside({ of: tablesInPrompt, text: liveOf }, [change.promptId]);
    case 'restoreVersionsOf':
      return inside({ of: tablesInPrompt, text: goneIn }, [change.promptId, change.after]);
    case 'deleteListed': {
      const portion = await inside({ of: [version], text: () => listedVersions }, [change.versionIds]);
      if (portion.rest === null) return portion;
      const done = new Set(portion.marks.map(({ id }) => id));
      return { ...portion, rest: { ...change, versionIds: change.versionIds.filter((id) => !done.has(id)) } };
    }
    case 'deleteContentsOf':
      return contents(reads, { userId, bound, size, change });
  }
}

type Contents = {
  userId: number;
  bound: number;
  size: PortionSize;
  change: Extract<PendingBulk['change'], { kind: 'deleteContentsOf' }>;
};

/**
 * Deletes what is left inside of the prompt with which the portion before ended, then each prompt with all inside of it,
 * then the files. A prompt's tombstone has an earlier place in the feed than those of the rows inside; see
 * `prompt-lifecycle.ts`.
 */
async function contents(reads: Reads, { userId, bound, size, change }: Contents): Promise<Portion> {
  const { projectId, openPrompt } = change;
  const most = size.rows + 1;
  const values = [userId, projectId, bound, most];
  const [left, prompts, inside, files] = await Promise.all([
    ofTables(async (of) =>
      openPrompt === null ? [] : await reads.query<Found>(liveOf(of), [userId, openPrompt, bound, most]),
    ),
    reads.query<Found>(livePrompts, values),
    ofTables((of) => reads.query<Found>(ofPromptsIn(of), values)),
    reads.query<Found>(liveResources, values),
  ]);
  const byPrompt = Map.groupBy(inside, ({ promptId }) => promptId);
  const all: Marked[] = [
    ...left.map((row) => ({ ...row, promptId: openPrompt ?? 0 })),
    ...named(prompt, prompts).flatMap((row) => [
      { ...row, promptId: row.id },
      ...(byPrompt.get(row.id) ?? []),
    ]),
    ...named(tables.resource, files),
  ];
  const marks = fits(all, size);
  if (marks.length === all.length) return { marks, rest: null };
  return { marks, rest: { ...change, openPrompt: marks.at(-1)?.promptId ?? null } };
}

const named = (of: Table, rows: readonly Found[]) => rows.map((row): Marked => ({ ...row, of }));

/** Reads of each table of rows inside of prompts, one after the other in the result. */
async function ofTables(read: (of: Table) => Promise<readonly Found[]>): Promise<Marked[]> {
  const found = await Promise.all(tablesInPrompt.map(async (of) => named(of, await read(of))));
  return found.flat();
}

/** Returns those that one portion does: one row larger than a portion is a portion. */
function fits<Row extends { bytes: number }>(rows: readonly Row[], size: PortionSize): Row[] {
  let bytes = 0;
  const taken: Row[] = [];
  for (const row of rows) {
    if (taken.length === size.rows || (taken.length > 0 && bytes >= size.bytes)) break;
    taken.push(row);
    bytes += row.bytes;
  }
  return taken;
}

const { prompt, version } = tables;

const live = (of: Table, more: { inside: string; order: string }) =>
  `SELECT r.id, ${bytesOf(of, 'r')} AS bytes FROM ${of.name} AS r
    WHERE r.user_id = $1 AND ${more.inside} AND r.deleted_at IS NULL AND r.seq <= $3
    ORDER BY ${more.order} LIMIT $4`;

const liveOf = (of: Table) => live(of, { inside: 'r.prompt_id = $2', order: `r.${orderInPrompt(of)}, r.id` });
const livePrompts = live(prompt, { inside: 'r.project_id = $2', order: 'r.created_at, r.id' });
const liveResources = live(tables.resource, { inside: 'r.project_id = $2', order: 'r.created_at, r.id' });
const listedVersions = live(version, { inside: 'r.id = ANY ($2::bigint[])', order: 'r.id' });

const ofPromptsIn = (of: Table) =>
  `SELECT v.id, ${bytesOf(of, 'v')} AS bytes, p.id AS "promptId"
  FROM (SELECT r.id, r.created_at FROM prompts AS r
    WHERE r.user_id = $1 AND r.project_id = $2 AND r.deleted_at IS NULL AND r.seq <= $3
    ORDER BY r.created_at, r.id LIMIT $4) AS p
  CROSS JOIN LATERAL (SELECT * FROM ${of.name} AS r WHERE r.user_id = $1 AND r.prompt_id = p.id
    AND r.deleted_at IS NULL AND r.seq <= $3 ORDER BY r.${orderInPrompt(of)}, r.id LIMIT $4) AS v
  ORDER BY p.created_at, p.id, v.${orderInPrompt(of)}, v.id LIMIT $4`;

const goneIn = (of: Table) => `SELECT r.id, ${bytesOf(of, 'r')} AS bytes FROM ${of.name} AS r
  WHERE r.user_id = $1 AND r.prompt_id = $2 AND r.deleted_at IS NOT NULL AND r.erased = 0
    AND r.seq > $3 AND r.seq <= $4 ORDER BY r.seq LIMIT $5`;

function markStatement({ name, hasSender, hasUserSeq }: Table): string {
  const textBy = hasSender ? ', text_by = CASE WHEN $4::bigint IS NOT NULL THEN r.text_by END' : '';
  const userSeq = hasUserSeq ? ', user_seq = given.seq' : '';
  return `WITH written AS (
      UPDATE ${name} AS r SET rev = r.rev + 1, seq = given.seq, deleted_at = $4, by_client = $5, by_number = $6,
        device = $7, changed_at = $8${textBy}${userSeq}
      FROM unnest($2::bigint[], $3::bigint[]) AS given (id, seq)
      WHERE r.user_id = $1 AND r.id = given.id RETURNING 1)
    SELECT expect_rows(count(*), cardinality($2), 'a row has changed since it was gathered') FROM written`;
}
