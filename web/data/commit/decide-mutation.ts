/** Decides what a mutation does to the rows that it touches: neither reads nor writes. */

import { parseRowKey, type RowKey, rowKey } from '#shared/kinds/row.ts';
import type { ProblemCode } from '#shared/model/problem.ts';
import type { BoundMutation } from '#shared/mutations/mutation.ts';
import { bind, type MutationName } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import type { Library } from '../database/library.ts';
import type { TextAuthor } from '../database/text-author.ts';
import type { NewEntry } from '../outbox/outbox-table.ts';
import { sameRow } from '../rows/same-row.ts';
import type { MutationRefused } from './commit-outcome.ts';
import { preserveAs } from './preserve-as.ts';

/** The outcome of a mutation: the rows after it, and the entry that sends it. */
export type Change = { after: RowSet; entry: NewEntry };

/** Null: it leaves everything as it is. */
export type Decided = { ok: true; change: Change | null } | MutationRefused;

/** `before`: the rows that the mutation touches, and no others. */
export function decideMutation(
  library: Library,
  mutation: BoundMutation,
  { name, number, before }: { name: MutationName; number: number; before: RowSet },
): Decided {
  const refusal = missing(mutation, before);
  if (refusal !== null) return { ok: false, code: refusal, errors: [] };
  const createdAt = new Date(library.deps.now()).toISOString();
  const by = { client: library.client, number };
  const sent = mutation.rebase(before, () => preserveAs(library, authorOf(library, mutation, before)));
  const placed = sent === mutation.args ? { ok: true as const, mutation } : bind(name, sent);
  if (!placed.ok) return { ok: false, code: 'invalid_fields', errors: placed.errors };
  const decision = placed.mutation.apply(before, { now: createdAt, texts: 'merge', by });
  if (!decision.ok) return { ok: false, code: decision.code, errors: [] };
  const after = new RowSet(before.all());
  after.write(decision.writes, by);
  const keys = [...new Set(decision.writes.map((write) => rowKey(write)))];
  if (leavesAsItWas(keys, before, after)) return { ok: true, change: null };
  const entry = entryOf(placed.mutation, { name, number, createdAt, writes: keys });
  return { ok: true, change: { after, entry } };
}

/** Returns whose text it is that the row of a mutation holds, where that is not the text it was made upon. */
function authorOf(library: Library, { target }: BoundMutation, rows: RowSet): TextAuthor | 'anotherTab' {
  // A new version replaces the current text of its prompt.
  const row = rows.at(target.ref) ?? rows.all().find(({ type }) => type === 'prompt');
  if (row === undefined) return null;
  const known = library.authors.get(rowKey(row));
  return known ?? (row.by?.client === library.client ? 'anotherTab' : null);
}

function missing(mutation: BoundMutation, rows: RowSet): ProblemCode | null {
  if (mutation.target.must !== 'exist') return null;
  const target = rows.at(mutation.target.ref);
  return target === undefined || target.deleted ? 'not_found' : null;
}

function leavesAsItWas(keys: readonly RowKey[], before: RowSet, after: RowSet): boolean {
  return keys.every((key) => {
    const [was, is] = [before.at(parseRowKey(key)), after.at(parseRowKey(key))];
    return was !== undefined && is !== undefined && was.deleted === is.deleted && sameRow(was.row, is.row);
  });
}

function entryOf(
  mutation: BoundMutation,
  { name, number, createdAt, writes }: Pick<NewEntry, 'name' | 'number' | 'createdAt' | 'writes'>,
): NewEntry {
  return {
    number,
    name,
    args: mutation.args,
    lane: mutation.lane,
    target: rowKey(mutation.target.ref),
    guarded: mutation.target.must === 'exist',
    writes,
    needs: mutation.needs.map((ref) => rowKey(ref)),
    state: 'queued',
    ifMatch: null,
    attempts: 0,
    createdAt,
  };
}
