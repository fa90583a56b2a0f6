import type { Table } from 'dexie';
import { typesInPrompt } from '#shared/kinds/in-prompt.ts';
import type { RowType } from '#shared/kinds/row.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import type { LibraryDb } from '../database/library-db.ts';

/**
 * Returns the tables that a mutation with these touches reads or writes: a commit locks these and no others. What a
 * deletion takes goes into the bin, with the names of where it was.
 */
export function commitTables(
  db: LibraryDb,
  touches: readonly Touch[],
  { isDeletion }: { isDeletion: boolean },
): Table[] {
  const bin = isDeletion ? [...db.bin, db.projects, db.prompts] : [];
  const types = new Set(touches.flatMap(typesOf));
  const rows = [...types].map((type): Table => db.rowsOf(type));
  const changes = types.has('prompt') || types.has('version') ? [db.promptChanges] : [];
  const outline = types.has('prompt') || types.has('project') ? [db.outline] : [];
  return [
    ...new Set([...rows, ...changes, ...outline, ...bin]),
    db.confirmed,
    db.outbox,
    db.outboxArgs,
    db.meta,
  ];
}

function typesOf(touch: Touch): RowType[] {
  switch (touch.kind) {
    case 'row':
      return [touch.ref.type];
    case 'versions':
    case 'newestVersion':
    case 'versionsOf':
    case 'conflictsOf':
      return ['version'];
    case 'insideOf':
      return [...typesInPrompt];
    case 'revivalOf':
      // What else went with a deleted prompt is not looked for here, and so not written.
      return ['project', 'prompt', 'version'];
    case 'contentsOf':
      return ['prompt', ...typesInPrompt, 'resource'];
    case 'shellOf':
      return ['project', 'resource'];
    case 'sameBytes':
      return ['resource'];
  }
}
