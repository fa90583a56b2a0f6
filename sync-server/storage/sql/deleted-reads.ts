/** Lists what is deleted and can be restored, without texts. */
import { type SQL, sql } from 'drizzle-orm';
import { isInPrompt } from '#shared/kinds/in-prompt.ts';
import type { Stored } from '#shared/kinds/row.ts';
import type { DeletedRow } from '../ports/library-port.ts';
import { bareColumns, type Table, tables, tablesInPrompt } from './row-tables.ts';
import { together, type Work } from './work.ts';

/** By kind: prompts, what is inside of prompts, files. */
const restorable: readonly Table[] = [tables.prompt, ...tablesInPrompt, tables.resource];

/** Of each kind the latest first. `within`: a condition on the rows `t`. */
export function* deletedRows(userId: number, within: SQL): Work<DeletedRow[][]> {
  const found = yield* together(
    ...restorable.map(
      (of) => sql<{ deletedAt: number | null }>`SELECT ${sql.raw(bareColumns(of, 't'))}
        FROM ${sql.raw(of.name)} AS t
        ${tablesInPrompt.includes(of) ? ofLivePrompt(userId) : sql``}
        WHERE t.user_id = ${userId} AND t.deleted_at IS NOT NULL AND t.erased = 0 AND ${within}
        ORDER BY t.seq DESC`,
    ),
  );
  return restorable.map((of, kind) =>
    (found[kind] ?? []).flatMap((record) => {
      const { stored } = of.found(record);
      return isRestorable(stored) ? [{ stored, at: record.deletedAt ?? 0 }] : [];
    }),
  );
}

const ofLivePrompt = (userId: number) =>
  sql`JOIN prompts AS p ON p.user_id = ${userId} AND p.id = t.prompt_id AND p.deleted_at IS NULL`;

function isRestorable(stored: Stored): stored is DeletedRow['stored'] {
  return stored.type === 'prompt' || stored.type === 'resource' || isInPrompt(stored);
}
