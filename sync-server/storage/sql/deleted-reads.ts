/** Lists what is deleted and can be restored, without texts. */
import { type SQL, sql } from 'drizzle-orm';
import type { DeletedRow } from '../ports/library-port.ts';
import {
  type KeptRunRecord,
  type PromptRecord,
  type ResourceRecord,
  storedKeptRun,
  storedPrompt,
  storedResource,
  storedVersion,
  type VersionRecord,
} from '../records/row-records.ts';
import { bareColumns, columns, tables } from './row-tables.ts';
import { together, type Work } from './work.ts';

/** By kind: prompts, versions, kept runs, files. */
export type DeletedRows = readonly [DeletedRow[], DeletedRow[], DeletedRow[], DeletedRow[]];

/** Of each kind the latest first. `within`: a condition on the rows `t`. */
export function* deletedRows(userId: number, within: SQL): Work<DeletedRows> {
  const isRestorable = sql`t.user_id = ${userId} AND t.deleted_at IS NOT NULL AND t.erased = 0 AND ${within}`;
  const ofLivePrompt = sql`JOIN prompts AS p ON p.user_id = ${userId} AND p.id = t.prompt_id AND p.deleted_at IS NULL`;
  const [prompts, versions, keptRuns, resources] = yield* together(
    sql<PromptRecord>`SELECT ${sql.raw(bareColumns(tables.prompt, 't'))} FROM prompts AS t
      WHERE ${isRestorable} ORDER BY t.seq DESC`,
    sql<VersionRecord>`SELECT ${sql.raw(bareColumns(tables.version, 't'))} FROM versions AS t ${ofLivePrompt}
      WHERE ${isRestorable} ORDER BY t.seq DESC`,
    sql<KeptRunRecord>`SELECT ${sql.raw(bareColumns(tables.keptRun, 't'))} FROM kept_runs AS t ${ofLivePrompt}
      WHERE ${isRestorable} ORDER BY t.seq DESC`,
    sql<ResourceRecord>`SELECT ${sql.raw(columns(tables.resource, 't'))} FROM resources AS t
      WHERE ${isRestorable} ORDER BY t.seq DESC`,
  );
  const at = ({ deletedAt }: { deletedAt: number | null }) => deletedAt ?? 0;
  return [
    prompts.map((record) => ({ stored: storedPrompt(record), at: at(record) })),
    versions.map((record) => ({ stored: storedVersion(record), at: at(record) })),
    keptRuns.map((record) => ({ stored: storedKeptRun(record), at: at(record) })),
    resources.map((record) => ({ stored: storedResource(record), at: at(record) })),
  ];
}
