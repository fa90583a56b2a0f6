/**
 * Replaces the edit of a version that does not exist by a save of that version, so that the edited text is kept.
 *
 * 1. Some entries create a version only under a condition: a text is preserved if something replaces it. A rebase can
 *    make the condition false, and a person can discard the entry; an edit of that version may wait behind it.
 * 2. An edit waits as long as an earlier entry may still create its version, or has created it on the server: one
 *    that was sent, acknowledged or refused.
 * Before: `rebase-entries.ts`, which decides each entry upon the rows that those before it leave.
 */
import { type RowKey, rowKey } from '#shared/kinds/row.ts';
import { isBlank } from '#shared/model/text.ts';
import { mutations } from '#shared/mutations/all-mutations.ts';
import { besideCurrent } from '#shared/mutations/beside-current.ts';
import { defaultVersionDescription } from '#shared/mutations/preserved-text.ts';
import { type ArgsOf, bind } from '#shared/mutations/registry.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from './outbox.ts';

/** Returns the very entry unless it edits a version that neither `rows` have nor an entry before it may create. */
export function withItsVersion(
  entry: OutboxEntry,
  rows: RowSet,
  entries: readonly OutboxEntry[],
): OutboxEntry {
  if (entry.name !== 'editVersion') return entry;
  const edit = mutations.editVersion.args.safeParse(entry.args);
  if (!edit.success || rows.stored('version', edit.data.id) !== undefined) return entry;
  const prompt = rows.stored('prompt', edit.data.promptId);
  if (prompt === undefined || mayBeCreated(entry, entries)) return entry;
  const saved = bind('saveVersion', saveOf(edit.data, prompt.row.content));
  if (!saved.ok) return entry;
  const { args, lane, target, needs } = saved.mutation;
  return {
    ...entry,
    ...{ name: 'saveVersion', args, lane },
    target: rowKey(target.ref),
    guarded: target.must === 'exist',
    needs: needs.map((ref): RowKey => rowKey(ref)),
  };
}

function mayBeCreated({ position, target }: OutboxEntry, entries: readonly OutboxEntry[]): boolean {
  return entries.some(
    (before) =>
      before.position < position &&
      before.state !== 'queued' &&
      before.state !== 'stale' &&
      before.writes.includes(target),
  );
}

function saveOf(
  { promptId, id, content, base }: ArgsOf<'editVersion'>,
  current: string,
): ArgsOf<'saveVersion'> {
  const isEdited = base !== undefined && !isBlank(base) && base !== content;
  return {
    ...{ promptId, id, content, description: defaultVersionDescription },
    ...besideCurrent(current),
    // The version's settings are not known, and the prompt's are not its own.
    settings: {},
    ...(isEdited ? { original: base } : {}),
  };
}
