/** Lists of rows, read in parts: so many rows, or about so many bytes of text, in one go. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { Version } from '#shared/model/version.ts';
import type { DeletedRow, ListPart, ListPlace, PortionSize, PromptTexts } from '../library-port.ts';
import type { OpenDatabase } from './open-database.ts';
import { promptWithoutTexts, resourceColumns, versionWithoutTexts } from './row-reads.ts';
import { storedProject, storedPrompt, storedResource, storedVersion } from './row-records.ts';
import { projects, prompts, resources, versions } from './schema-library.ts';
import { given } from './statement-parts.ts';

type Asked = { userId: number; parent: number; by: string | number; id: number; rows: number };

type List<Record, Row> = {
  /** The bytes of the texts of the next rows, in their order, without reading the texts. */
  sizes: { all(asked: Asked): number[] };
  records: { all(asked: Asked): Record[] };
  rowOf(record: Record): Row;
  placeOf(row: Row): ListPlace;
  first: ListPlace;
};

const beginning: ListPlace = { by: '', id: 0 };
const end: ListPlace = { by: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

export function createListReads({ connection, orm }: OpenDatabase, portion: PortionSize) {
  const owned = (table: typeof projects | typeof prompts | typeof versions | typeof resources) =>
    and(eq(table.userId, given('userId')), isNull(table.deletedAt));
  const after = (table: typeof projects | typeof prompts | typeof resources) =>
    sql`(${table.createdAt}, ${table.id}) > (${given('by')}, ${given('id')})`;
  const sizes = (table: string, bytes: string, order: string) => sizesOf(connection, { table, bytes, order });
  const byCreation = (row: { createdAt: string; id: number }): ListPlace => ({
    by: row.createdAt,
    id: row.id,
  });

  const projectList: List<typeof projects.$inferSelect, Project> = {
    sizes: sizes('projects', '0', '(created_at, id) > (:by, :id) ORDER BY created_at, id'),
    records: orm
      .select()
      .from(projects)
      .where(and(owned(projects), after(projects)))
      .orderBy(asc(projects.createdAt), asc(projects.id))
      .limit(given('rows'))
      .prepare(),
    rowOf: (record) => storedProject(record).row,
    placeOf: byCreation,
    first: beginning,
  };
  const promptBytes = 'octet_length(content) + octet_length(notes)';
  const promptList: List<typeof prompts.$inferSelect, Prompt> = {
    sizes: sizes(
      'prompts',
      promptBytes,
      'project_id = :parent AND (created_at, id) > (:by, :id) ORDER BY created_at, id',
    ),
    records: orm
      .select()
      .from(prompts)
      .where(and(owned(prompts), eq(prompts.projectId, given('parent')), after(prompts)))
      .orderBy(asc(prompts.createdAt), asc(prompts.id))
      .limit(given('rows'))
      .prepare(),
    rowOf: (record) => storedPrompt(record).row,
    placeOf: byCreation,
    first: beginning,
  };
  const resourceList: List<Parameters<typeof storedResource>[0], Resource> = {
    sizes: sizes(
      'resources',
      '0',
      'project_id = :parent AND (created_at, id) > (:by, :id) ORDER BY created_at, id',
    ),
    records: orm
      .select(resourceColumns)
      .from(resources)
      .where(and(owned(resources), eq(resources.projectId, given('parent')), after(resources)))
      .orderBy(asc(resources.createdAt), asc(resources.id))
      .limit(given('rows'))
      .prepare(),
    rowOf: (record) => storedResource(record).row,
    placeOf: byCreation,
    first: beginning,
  };
  const versionList: List<typeof versions.$inferSelect, Version> = {
    sizes: sizes(
      'versions',
      'octet_length(content) + coalesce(octet_length(original), 0)',
      'prompt_id = :parent AND (version, id) < (:by, :id) ORDER BY version DESC, id DESC',
    ),
    records: orm
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
      .limit(given('rows'))
      .prepare(),
    rowOf: (record) => storedVersion(record).row,
    placeOf: (row) => ({ by: row.version, id: row.id }),
    first: end,
  };
  const textSizes = sizes('prompts', promptBytes, 'id > :id ORDER BY id');
  const promptTexts = orm
    .select({ prompt: prompts, projectName: projects.name })
    .from(prompts)
    .innerJoin(projects, and(eq(projects.userId, prompts.userId), eq(projects.id, prompts.projectId)))
    .where(and(owned(prompts), sql`${prompts.id} > ${given('id')}`))
    .orderBy(asc(prompts.id))
    .limit(given('rows'))
    .prepare();
  const blobsToRemove = connection.prepare<[number, number], { userId: number; sha256: string }>(`
    SELECT user_id AS userId, sha256 FROM blobs WHERE rowid > ? AND rowid <= ? AND (stored = 0 OR NOT EXISTS (
      SELECT 1 FROM resources WHERE resources.user_id = blobs.user_id
        AND resources.sha256 = blobs.sha256 AND resources.erased = 0))`);
  const lastBlob = connection.prepare<[], number>('SELECT coalesce(max(rowid), 0) FROM blobs').pluck();

  /** How many of these rows are a part; one row larger than a part is a part. */
  function countOf(bytes: readonly number[]): number {
    let sum = 0;
    for (const [index, size] of bytes.entries()) {
      sum += size;
      if (index === portion.rows || (index > 0 && sum > portion.bytes)) return index;
    }
    return bytes.length;
  }

  function part<Record, Row>(
    list: List<Record, Row>,
    asked: { userId: number; parent: number; from: ListPlace | null },
  ): ListPart<Row> {
    const { userId, parent, from } = asked;
    const place = { userId, parent, ...(from ?? list.first) };
    const measured = list.sizes.all({ ...place, rows: portion.rows + 1 });
    const rows = list.records.all({ ...place, rows: countOf(measured) }).map((record) => list.rowOf(record));
    const last = rows.at(-1);
    return { rows, next: rows.length < measured.length && last !== undefined ? list.placeOf(last) : null };
  }

  return {
    projects: (userId: number, from: ListPlace | null) => part(projectList, { userId, parent: 0, from }),
    promptsOf: (userId: number, parent: number, from: ListPlace | null) =>
      part(promptList, { userId, parent, from }),
    versionsOf: (userId: number, parent: number, from: ListPlace | null) =>
      part(versionList, { userId, parent, from }),
    resourcesOf: (userId: number, parent: number, from: ListPlace | null) =>
      part(resourceList, { userId, parent, from }),
    promptTexts(userId: number, id: number): PromptTexts {
      const place = { userId, parent: 0, by: '', id };
      const measured = textSizes.all({ ...place, rows: portion.rows + 1 });
      const found = promptTexts.all({ ...place, rows: countOf(measured) });
      const texts = found.map(({ prompt, projectName }) => ({ ...storedPrompt(prompt).row, projectName }));
      return { prompts: texts, next: found.length < measured.length ? (texts.at(-1)?.id ?? null) : null };
    },
    lastBlob: () => lastBlob.get() ?? 0,
    blobsToRemove: (after: number, upTo: number) => blobsToRemove.all(after, upTo),
    deleted: prepareDeleted(orm),
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

/** Numbers of the feed that one look for deleted rows goes through. */
const window = 2_000;

function prepareDeleted(orm: OpenDatabase['orm']): (userId: number, seq: number) => Promise<DeletedRow[]> {
  const isRestorable = (table: typeof prompts | typeof versions | typeof resources) =>
    and(
      eq(table.userId, given('userId')),
      sql`${table.seq} > ${given('after')} AND ${table.seq} <= ${given('upTo')}`,
      isNotNull(table.deletedAt),
      eq(table.erased, 0),
    );
  const deletedPrompts = orm
    .select(promptWithoutTexts)
    .from(prompts)
    .where(isRestorable(prompts))
    .orderBy(desc(prompts.seq))
    .prepare();
  const deletedVersions = orm
    .select(versionWithoutTexts)
    .from(versions)
    .innerJoin(prompts, and(eq(prompts.userId, versions.userId), eq(prompts.id, versions.promptId)))
    .where(and(isRestorable(versions), isNull(prompts.deletedAt)))
    .orderBy(desc(versions.seq))
    .prepare();
  const deletedResources = orm
    .select(resourceColumns)
    .from(resources)
    .where(isRestorable(resources))
    .orderBy(desc(resources.seq))
    .prepare();
  const at = ({ deletedAt }: { deletedAt: number | null }) => deletedAt ?? 0;
  return async (userId, seq) => {
    const found: [DeletedRow[], DeletedRow[], DeletedRow[]] = [[], [], []];
    for (let upTo = seq; upTo > 0; upTo -= window) {
      const range = { userId, after: upTo - window, upTo };
      for (const row of deletedPrompts.all(range)) found[0].push({ stored: storedPrompt(row), at: at(row) });
      for (const row of deletedVersions.all(range))
        found[1].push({ stored: storedVersion(row), at: at(row) });
      for (const row of deletedResources.all(range))
        found[2].push({ stored: storedResource(row), at: at(row) });
      await setImmediate();
    }
    return found.flat();
  };
}
