/**
 * Lists rows in parts: so many rows, or about so many bytes of text, with one statement. The bytes are added up along an
 * index, so that no text is read that the part has no room for.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { TestCase } from '#shared/model/checks/test-case.ts';
import type { Project } from '#shared/model/project.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import { PromptAttributes } from '#shared/model/prompt-attributes.ts';
import type { Resource } from '#shared/model/resource.ts';
import type { KeptRun } from '#shared/model/run/kept-run.ts';
import type { Version } from '#shared/model/version.ts';
import type {
  Changed,
  ChangedText,
  ChangedVersion,
  ListPart,
  ListPlace,
  Named,
  NamedPrompt,
  NamedVersion,
  PortionSize,
} from '../ports/library-port.ts';
import {
  type KeptRunRecord,
  type ProjectRecord,
  type PromptRecord,
  type ResourceRecord,
  storedKeptRun,
  storedProject,
  storedPrompt,
  storedResource,
  storedTestCase,
  storedVersion,
  type TestCaseRecord,
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
const keptRuns: List<KeptRunRecord, KeptRun> = {
  table: tables.keptRun,
  parent: 'prompt_id',
  rowOf: (record) => storedKeptRun(record).row,
};
const cases: List<TestCaseRecord, TestCase> = {
  table: tables.testCase,
  parent: 'prompt_id',
  rowOf: (record) => storedTestCase(record).row,
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

/** How the search reads the rows of a kind. `texts`: the bytes of what is read; `columns` of a row that is there. */
type SearchedTable = { name: SQL; texts: SQL; columns: SQL };

const searchedPrompts: SearchedTable = {
  name: sql`prompts`,
  texts: sql`octet_length(r.content) + octet_length(r.notes) + coalesce(octet_length(r.attributes), 0)`,
  columns: sql`t.title, t.notes, t.attributes`,
};
const searchedVersions: SearchedTable = {
  name: sql`versions`,
  texts: sql`octet_length(r.content)`,
  columns: sql`t.prompt_id AS "promptId", t.version, t.description`,
};

type PromptColumns = { title: string; notes: string; attributes: string | null };
type VersionColumns = Pick<NamedVersion, 'promptId' | 'version' | 'description'>;
type ChangedRow<Columns> = Columns & { id: number; seq: number; content: string | null } & Followed;

function changedAfter<Columns>(
  { name, texts, columns }: SearchedTable,
  { userId, seq }: { userId: number; seq: number },
  portion: PortionSize,
): SQL<ChangedRow<Columns>> {
  const liveBytes = sql`CASE WHEN r.deleted_at IS NULL THEN ${texts} ELSE 0 END`;
  return sql<ChangedRow<Columns>>`SELECT t.id, t.seq, ${columns},
      CASE WHEN t.deleted_at IS NULL THEN t.content END AS content,
      CASE WHEN n.all_rows > n.place THEN 1 ELSE 0 END AS "isFollowed"
    FROM (SELECT r.id, row_number() OVER (ORDER BY r.seq) AS place, count(*) OVER () AS all_rows,
        sum(r.bytes) OVER (ORDER BY r.seq) - r.bytes AS bytes_before
      FROM (SELECT r.id, r.seq, ${liveBytes} AS bytes FROM ${name} AS r
        WHERE r.user_id = ${userId} AND r.seq > ${seq} ORDER BY r.seq LIMIT ${portion.rows + 1}) AS r) AS n
    CROSS JOIN ${name} AS t
    WHERE t.user_id = ${userId} AND t.id = n.id
      AND n.place <= ${portion.rows} AND n.bytes_before < ${portion.bytes}
    ORDER BY n.place`;
}

function changedPart<Record extends { seq: number } & Followed, Row>(
  records: readonly Record[],
  since: number,
  rowOf: (record: Record) => Row,
): Changed<Row> {
  const last = records.at(-1);
  return { changed: records.map(rowOf), upTo: last?.seq ?? since, more: last?.isFollowed === 1 };
}

type Placed<Row> = Row & { place: number; bytes: number };

/** The rows of these ids that are there, in the order of the ids. `home`: joins more to a row \`t\`. */
function named<Row>(
  { name, texts, columns }: SearchedTable,
  { userId, listed, home }: { userId: number; listed: SQL; home: { columns: SQL; join: SQL } },
  portion: PortionSize,
): SQL<Placed<Row>> {
  return sql<Placed<Row>>`SELECT t.id, t.content, ${columns}${home.columns}, n.place, n.bytes
    FROM (SELECT l.place, r.id, ${texts} AS own, sum(${texts}) OVER (ORDER BY l.place) AS bytes
      FROM ${listed} AS l CROSS JOIN ${name} AS r
      WHERE r.user_id = ${userId} AND r.id = l.id AND r.deleted_at IS NULL) AS n
    CROSS JOIN ${name} AS t ${home.join}
    WHERE t.user_id = ${userId} AND t.id = n.id AND n.bytes - n.own < ${portion.bytes}
    ORDER BY n.place`;
}

function namedPart<Row, Found>(
  records: readonly Placed<Row>[],
  asked: { portion: PortionSize; count: number },
  rowOf: (record: Placed<Row>) => Found,
): Named<Found> {
  const last = records.at(-1);
  const read = last !== undefined && last.bytes >= asked.portion.bytes ? last.place : asked.count;
  return { found: records.map(rowOf), read };
}

function tagsOf(attributes: string | null): readonly string[] {
  return attributes === null ? [] : (PromptAttributes.parse(JSON.parse(attributes)).tags ?? []);
}

type NamedRow = PromptColumns & Omit<NamedPrompt, 'tags'>;

const ofProject = (userId: number) => ({
  columns: sql`, t.project_id AS "projectId", j.name AS "projectName"`,
  join: sql`JOIN projects AS j ON j.user_id = ${userId} AND j.id = t.project_id`,
});
const noHome = { columns: sql``, join: sql`` };

/** How a database lists ids: as a table with the columns `id` and `place`, from 1 on. */
export type ListedIds = (ids: readonly number[]) => SQL;

export function createListReads(portion: PortionSize, listedIds: ListedIds) {
  return {
    *projects(userId: number, from: ListPlace | null): Work<ListPart<Project>> {
      return partOf(projects, yield* rows(nextRows(projects, { userId, parent: 0, from }, portion)));
    },
    promptsOf: (asked: Asked) => inside(prompts, tables.project, { asked, portion }),
    versionsOf: (asked: Asked) => inside(versions, tables.prompt, { asked, portion }),
    keptRunsOf: (asked: Asked) => inside(keptRuns, tables.prompt, { asked, portion }),
    casesOf: (asked: Asked) => inside(cases, tables.prompt, { asked, portion }),
    resourcesOf: (asked: Asked) => inside(resources, tables.project, { asked, portion }),
    ...createSearchReads(portion, listedIds),
  };
}

/** Reads prompts and versions for the search: those that have changed, and those that may be found. */
function createSearchReads(portion: PortionSize, listedIds: ListedIds) {
  return {
    *changedTexts(userId: number, seq: number): Work<Changed<ChangedText>> {
      const found = yield* rows(changedAfter<PromptColumns>(searchedPrompts, { userId, seq }, portion));
      return changedPart(found, seq, ({ id, title, content, notes, attributes }) => {
        const texts = content === null ? null : { content, notes, tags: tagsOf(attributes) };
        return { id, title, texts };
      });
    },
    *changedVersions(userId: number, seq: number): Work<Changed<ChangedVersion>> {
      const found = yield* rows(changedAfter<VersionColumns>(searchedVersions, { userId, seq }, portion));
      return changedPart(found, seq, ({ id, promptId, version, description, content }) => {
        return { id, promptId, version, description, content };
      });
    },
    *promptsNamed(userId: number, ids: readonly number[]): Work<Named<NamedPrompt>> {
      const asked = { userId, listed: listedIds(ids), home: ofProject(userId) };
      const found = yield* rows(named<NamedRow>(searchedPrompts, asked, portion));
      return namedPart(found, { portion, count: ids.length }, ({ attributes, ...record }) => {
        const { id, title, content, notes, projectId, projectName } = record;
        return { id, title, content, notes, projectId, projectName, tags: tagsOf(attributes) };
      });
    },
    *versionsNamed(userId: number, ids: readonly number[]): Work<Named<NamedVersion>> {
      const asked = { userId, listed: listedIds(ids), home: noHome };
      const found = yield* rows(named<NamedVersion>(searchedVersions, asked, portion));
      return namedPart(found, { portion, count: ids.length }, (record) => {
        const { id, promptId, version, description, content } = record;
        return { id, promptId, version, description, content };
      });
    },
  };
}
