/**
 * Saves what was decided as one batch; see `library-transaction.ts`.
 *
 * Each statement names what it replaces (the revision of a row, the place of the latest change), so that a change that
 * was decided upon something else is an exception and never a lost update.
 */
import type { Authorship, Changes, PlacedWrite } from '../library-transaction.ts';
import type { BulkChanges } from './bulk-changes.ts';
import { changeParameters } from './row-records.ts';
import type { RowStatements } from './row-statements.ts';
import type { StoredAnswers } from './stored-answers.ts';
import type { UserRecords } from './user-records.ts';

export type SaveDeps = {
  rows: RowStatements;
  users: UserRecords;
  answers: StoredAnswers;
  bulkChanges: BulkChanges;
};

/** Synchronous, within the caller's transaction. `before`: the place of the latest change as it was gathered. */
export function saveChanges(
  { rows, users, answers, bulkChanges }: SaveDeps,
  { userId, before, changes }: { userId: number; before: number; changes: Changes },
): void {
  const { acknowledged, writes, seq, bulk } = changes;
  if (acknowledged !== null) answers.acknowledge(userId, acknowledged);
  for (const write of writes) {
    if (saveWrite(rows, userId, write) !== 1) throw new Error('a row has changed since it was gathered');
  }
  if (writes.length > 0) users.moveSeq(userId, { before, after: seq });
  for (const { key, stored } of changes.answers) answers.add(userId, key, stored);
  if (bulk !== null) bulkChanges.begin(userId, bulk.change, bulk.authorship);
}

/** Returns how many rows it changed. */
function saveWrite(rows: RowStatements, userId: number, placed: PlacedWrite): number {
  const { write, rev, seq, authorship } = placed;
  const change = { userId, id: write.id, rev, ...changeParameters(seq, authorship) };
  if (write.kind !== 'put') {
    const deletedAt = write.kind === 'delete' ? authorship.at : null;
    return markStatement(rows, write.type).run({ ...change, deletedAt }).changes;
  }
  switch (write.type) {
    case 'project': {
      const { name, color, createdAt } = write.row;
      return rows.putProject.run({ ...change, name, color, createdAt }).changes;
    }
    case 'prompt': {
      const { projectId, title, content, notes, createdAt, lastVersion } = write.row;
      const values = { projectId, title, content, notes, createdAt, lastVersion };
      return rows.putPrompt.run({ ...change, ...values, textBy: textBy(authorship, content) }).changes;
    }
    case 'version': {
      const { promptId, version, content, description, createdAt, original, conflict } = write.row;
      const values = { promptId, version, content, description, createdAt, original, conflict };
      return rows.putVersion.run({ ...change, ...values, textBy: textBy(authorship, content) }).changes;
    }
    case 'resource': {
      const { available: _available, ...values } = write.row;
      return rows.putResource.run({ ...values, ...change }).changes;
    }
    case 'uiState': {
      const stateValue = JSON.stringify(write.row.stateValue);
      return rows.putUiState.run({ ...change, stateValue }).changes;
    }
  }
}

/** The client that sent this text, where it is one that the request carried. */
function textBy({ by, texts }: Authorship, content: string): string | null {
  return texts.includes(content) ? (by?.client ?? null) : null;
}

function markStatement(rows: RowStatements, type: PlacedWrite['write']['type']) {
  switch (type) {
    case 'project':
      return rows.markProject;
    case 'prompt':
      return rows.markPrompt;
    case 'version':
      return rows.markVersion;
    case 'resource':
      return rows.markResource;
    case 'uiState':
      throw new Error('ui-state is replaced, never deleted');
  }
}
