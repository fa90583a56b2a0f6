/**
 * Lists rows in parts: so many rows, or about so many bytes of text, with one statement. The bytes are added up along an
 * index, so that no text is read that the part has no room for.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { Version } from '#shared/model/version.ts';
import type { ChangedTexts, ListPart, ListPlace, NamedPrompt, PortionSize } from '../ports/library-port.ts';
import {
  type ProjectRecord,
  type PromptRecord,
  type ResourceRecord,
  storedProject,
  storedPrompt,
  storedResource,
  storedVersion,
  type VersionRecord,
} from '../records/row-records.ts';
import { bytesOf, type Table, tables, wholeColumns } from './row-tables.ts';
import { rows, together, type Work } from './work.ts';

type Asked = { userId: number; parent: number; from: ListPlace | null };

/** `isFollowed`: 1 where others come after it that were not read. */
type Followed = { isFollowed: number };

type List<Record, Row> = {
  table: Table;
  /** The column whose value names the parent; null: the list has none. */
  parent: string | null;
  rowOf(record: Record): Row;
};

const inOrderOfCreation = {
  columns: sql`r.created_at, r.id`,
  order: sql`r.created_at, r.id`,
  after: ({ by, id }: ListPlace) => sql`(r.created_at, r.id) > (${by}, ${id})`,
  first: { by: '', id: 0 },
};
const newestFirst = {
  columns: sql`r.version, r.id`,
  order: sql`r.version DESC, r.id DESC`,
  after: ({ by, id }: ListPlace) => sql`(r.version, r.id) < (${by}, ${id})`,
  first: { by: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER },
};

const projects: List<ProjectRecord, Project> = {
  table: tables.project,
  parent: null,
  rowOf: (record) => storedProject(record).row,
};
const prompts: List<PromptRecord, Prompt> = {
  table: tables.prompt,
  parent: 'project_id',
  rowOf: (record) => storedPrompt(record).row,
};
const versions: List<VersionRecord, Version> = {
  table: tables.version,
  parent: 'prompt_id',
  rowOf: (record) => storedVersion(record).row,
};
const resources: List<ResourceRecord, Resource> = {
  table: tables.resource,
  parent: 'project_id',
  rowOf: (record) => storedResource(record).row,
};

/** Selects the next rows of a list; one row larger than a part is a part. */
function nextRows<Record>(
  { table, parent }: List<Record, unknown>,
  asked: Asked,
  portion: PortionSize,
): SQL<Record & Followed> {
  const { columns, order, after, first } = table === tables.version ? newestFirst : inOrderOfCreation;
  const name = sql.raw(table.name);
  const inParent = parent === null ? sql`` : sql`AND r.${sql.raw(parent)} = ${asked.parent}`;
  return sql<Record & Followed>`SELECT ${wholeColumns(table, 't')},
      CASE WHEN n.all_rows > n.place THEN 1 ELSE 0 END AS "isFollowed"
    FROM (SELECT r.id, row_number() OVER (ORDER BY ${order}) AS place, count(*) OVER () AS all_rows,
        sum(r.bytes) OVER (ORDER BY ${order}) AS bytes
      FROM (SELECT ${columns}, ${sql.raw(bytesOf(table, 'r'))} AS bytes FROM ${name} AS r
        WHERE r.user_id = ${asked.userId} AND r.deleted_at IS NULL ${inParent} AND ${after(asked.from ?? first)}
        ORDER BY ${order} LIMIT ${portion.rows + 1}) AS r) AS n
    CROSS JOIN ${name} AS t
    WHERE t.user_id = ${asked.userId} AND t.id = n.id
      AND (n.place = 1 OR (n.place <= ${portion.rows} AND n.bytes <= ${portion.bytes}))
    ORDER BY n.place`;
}

type Listed = { id: number; createdAt: string; version?: number };

function partOf<Record, Row extends Listed>(
  { rowOf }: List<Record, Row>,
  records: readonly (Record & Followed)[],
): ListPart<Row> {
  const found = records.map((record) => rowOf(record));
  const last = found.at(-1);
  if (last === undefined || records.at(-1)?.isFollowed !== 1) return { rows: found, next: null };
  return { rows: found, next: { by: last.version ?? last.createdAt, id: last.id } };
}

/** Returns undefined where the parent is not there. */
function* inside<Record, Row extends Listed>(
  list: List<Record, Row>,
  parents: Table,
  { asked, portion }: { asked: Asked; portion: PortionSize },
): Work<ListPart<Row> | undefined> {
  const [[parent], found] = yield* together(
    sql`SELECT 1 FROM ${sql.raw(parents.name)}
      WHERE user_id = ${asked.userId} AND id = ${asked.parent} AND deleted_at IS NULL`,
    nextRows(list, asked, portion),
  );
  return parent === undefined ? undefined : partOf(list, found);
}

type ChangedRow = { id: number; seq: number; title: string; content: string | null } & Followed;

const liveBytes = sql`CASE WHEN r.deleted_at IS NULL THEN octet_length(r.content) ELSE 0 END`;

function changedAfter(userId: number, seq: number, portion: PortionSize): SQL<ChangedRow> {
  return sql<ChangedRow>`SELECT t.id, t.seq, CASE WHEN t.deleted_at IS NULL THEN t.title ELSE '' END AS title,
      CASE WHEN t.deleted_at IS NULL THEN t.content END AS content,
      CASE WHEN n.all_rows > n.place THEN 1 ELSE 0 END AS "isFollowed"
    FROM (SELECT r.id, row_number() OVER (ORDER BY r.seq) AS place, count(*) OVER () AS all_rows,
        sum(r.bytes) OVER (ORDER BY r.seq) - r.bytes AS bytes_before
      FROM (SELECT r.id, r.seq, ${liveBytes} AS bytes FROM prompts AS r
        WHERE r.user_id = ${userId} AND r.seq > ${seq} ORDER BY r.seq LIMIT ${portion.rows + 1}) AS r) AS n
    CROSS JOIN prompts AS t
    WHERE t.user_id = ${userId} AND t.id = n.id
      AND n.place <= ${portion.rows} AND n.bytes_before < ${portion.bytes}
    ORDER BY n.place`;
}

type PlacedPrompt = NamedPrompt & { place: number; bytes: number };

function named(userId: number, listed: SQL, portion: PortionSize): SQL<PlacedPrompt> {
  return sql<PlacedPrompt>`SELECT t.id, t.title, t.content, t.project_id AS "projectId", j.name AS "projectName",
      n.place, n.bytes
    FROM (SELECT l.place, p.id, octet_length(p.content) AS own,
        sum(octet_length(p.content)) OVER (ORDER BY l.place) AS bytes
      FROM ${listed} AS l CROSS JOIN prompts AS p
      WHERE p.user_id = ${userId} AND p.id = l.id AND p.deleted_at IS NULL) AS n
    CROSS JOIN prompts AS t CROSS JOIN projects AS j
    WHERE t.user_id = ${userId} AND t.id = n.id AND j.user_id = ${userId} AND j.id = t.project_id
      AND n.bytes - n.own < ${portion.bytes}
    ORDER BY n.place`;
}

/** How a database lists ids: as a table with the columns `id` and `place`, from 1 on. */
export type ListedIds = (ids: readonly number[]) => SQL;

export function createListReads(portion: PortionSize, listedIds: ListedIds) {
  return {
    *projects(userId: number, from: ListPlace | null): Work<ListPart<Project>> {
      return partOf(projects, yield* rows(nextRows(projects, { userId, parent: 0, from }, portion)));
    },
    promptsOf: (asked: Asked) => inside(prompts, tables.project, { asked, portion }),
    versionsOf: (asked: Asked) => inside(versions, tables.prompt, { asked, portion }),
    resourcesOf: (asked: Asked) => inside(resources, tables.project, { asked, portion }),
    *changedTexts(userId: number, seq: number): Work<ChangedTexts> {
      const found = yield* rows(changedAfter(userId, seq, portion));
      const last = found.at(-1);
      const changed = found.map(({ id, title, content }) => ({ id, title, content }));
      return { changed, upTo: last?.seq ?? seq, more: last?.isFollowed === 1 };
    },
    *promptsNamed(userId: number, ids: readonly number[]): Work<{ found: NamedPrompt[]; read: number }> {
      const found = yield* rows(named(userId, listedIds(ids), portion));
      const last = found.at(-1);
      const read = last !== undefined && last.bytes >= portion.bytes ? last.place : ids.length;
      return { found: found.map(({ place: _place, bytes: _bytes, ...prompt }) => prompt), read };
    },
  };
}
