/** The prepared statements of lists: the sizes of the next rows, and the rows themselves. */
import type { Database } from 'better-sqlite3';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { Version } from '#shared/model/version.ts';
import type { ListPlace } from '../../ports/library-port.ts';
import { storedProject, storedPrompt, storedResource, storedVersion } from '../../records/row-records.ts';
import { compileRead } from '../compiled-statements.ts';
import type { OpenDatabase } from '../open-database.ts';
import { promptBytes } from '../rows/prompt-bytes.ts';
import { resourceColumns } from '../rows/row-reads.ts';
import { projects, prompts, resources, versions } from '../rows/schema-library.ts';
import { given } from '../rows/statement-parts.ts';

type Asked = { userId: number; parent: number; by: string | number; id: number; rows: number };

export type List<Record, Row> = {
  /** The bytes of the texts of the next rows, in their order, without reading the texts. */
  sizes: { all(asked: Asked): number[] };
  records: { all(asked: Asked): Record[] };
  rowOf(record: Record): Row;
  placeOf(row: Row): ListPlace;
  first: ListPlace;
};

const beginning: ListPlace = { by: '', id: 0 };
const end: ListPlace = { by: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

const owned = (table: typeof projects | typeof prompts | typeof versions | typeof resources) =>
  and(eq(table.userId, given('userId')), isNull(table.deletedAt));
const after = (table: typeof projects | typeof prompts | typeof resources) =>
  sql`(${table.createdAt}, ${table.id}) > (${given('by')}, ${given('id')})`;
const byCreation = (row: { createdAt: string; id: number }): ListPlace => ({ by: row.createdAt, id: row.id });

export function projectList({ connection, orm }: OpenDatabase): List<typeof projects.$inferSelect, Project> {
  return {
    sizes: sizesOf(connection, {
      table: 'projects',
      bytes: '0',
      order: '(created_at, id) > (:by, :id) ORDER BY created_at, id',
    }),
    records: compileRead(
      connection,
      orm
        .select()
        .from(projects)
        .where(and(owned(projects), after(projects)))
        .orderBy(asc(projects.createdAt), asc(projects.id))
        .limit(given('rows')),
    ),
    rowOf: (record) => storedProject(record).row,
    placeOf: byCreation,
    first: beginning,
  };
}

export function promptList({ connection, orm }: OpenDatabase): List<typeof prompts.$inferSelect, Prompt> {
  return {
    sizes: sizesOf(connection, {
      table: 'prompts',
      bytes: promptBytes,
      order: 'project_id = :parent AND (created_at, id) > (:by, :id) ORDER BY created_at, id',
    }),
    records: compileRead(
      connection,
      orm
        .select()
        .from(prompts)
        .where(and(owned(prompts), eq(prompts.projectId, given('parent')), after(prompts)))
        .orderBy(asc(prompts.createdAt), asc(prompts.id))
        .limit(given('rows')),
    ),
    rowOf: (record) => storedPrompt(record).row,
    placeOf: byCreation,
    first: beginning,
  };
}

export function resourceList({
  connection,
  orm,
}: OpenDatabase): List<Parameters<typeof storedResource>[0], Resource> {
  return {
    sizes: sizesOf(connection, {
      table: 'resources',
      bytes: '0',
      order: 'project_id = :parent AND (created_at, id) > (:by, :id) ORDER BY created_at, id',
    }),
    records: compileRead(
      connection,
      orm
        .select(resourceColumns)
        .from(resources)
        .where(and(owned(resources), eq(resources.projectId, given('parent')), after(resources)))
        .orderBy(asc(resources.createdAt), asc(resources.id))
        .limit(given('rows')),
    ),
    rowOf: (record) => storedResource(record).row,
    placeOf: byCreation,
    first: beginning,
  };
}

export function versionList({ connection, orm }: OpenDatabase): List<typeof versions.$inferSelect, Version> {
  return {
    sizes: sizesOf(connection, {
      table: 'versions',
      bytes: 'octet_length(content) + coalesce(octet_length(original), 0)',
      order: 'prompt_id = :parent AND (version, id) < (:by, :id) ORDER BY version DESC, id DESC',
    }),
    records: compileRead(
      connection,
      orm
        .select()
        .from(versions)
        .where(
          and(
            owned(versions),
            eq(versions.promptId, given('parent')),
            sql`(${versions.version}, ${versions.id}) < (${given('by')}, ${given('id')})`,
          ),
        )
        .orderBy(desc(versions.version), desc(versions.id))
        .limit(given('rows')),
    ),
    rowOf: (record) => storedVersion(record).row,
    placeOf: (row) => ({ by: row.version, id: row.id }),
    first: end,
  };
}

function sizesOf(
  connection: Database,
  { table, bytes, order }: { table: string; bytes: string; order: string },
): { all(asked: Asked): number[] } {
  return connection
    .prepare<Asked, number>(
      `SELECT ${bytes} FROM ${table} WHERE user_id = :userId AND deleted_at IS NULL AND ${order} LIMIT :rows`,
    )
    .pluck();
}
