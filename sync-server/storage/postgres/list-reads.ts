/** Lists of rows, read in parts: so many rows, or about so many bytes of text, in one round trip. */
import type { Stored } from '#shared/kinds/row.ts';
import type {
  ChangedTexts,
  DeletedRow,
  ListPart,
  ListPlace,
  NamedPrompt,
  PortionSize,
} from '../ports/library-port.ts';
import { bareColumns, bytesOf, columns, type Table, tables } from './row-tables.ts';
import type { Reads } from './transactions.ts';

const { project, prompt, version, resource } = tables;

type List = { text: string; table: Table; byVersion: boolean; first: ListPlace };

const beginning: ListPlace = { by: '', id: 0 };
const end: ListPlace = { by: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };

/** `$2` is the parent, `$3` and `$4` the place, `$5` and `$6` the portion. */
function list(table: Table, inside: string, byVersion: boolean): List {
  const after = byVersion ? '(r.version, r.id) < ($3::bigint, $4)' : '(r.created_at, r.id) > ($3::text, $4)';
  const order = byVersion ? 'r.version DESC, r.id DESC' : 'r.created_at, r.id';
  const text = `SELECT ${columns(table, 't')}, t.all_rows > t.place AS "isFollowed"
    FROM (SELECT r.*, row_number() OVER (ORDER BY ${order}) AS place, count(*) OVER () AS all_rows,
        sum(${bytesOf(table, 'r')}) OVER (ORDER BY ${order}) AS bytes
      FROM (SELECT * FROM ${table.name} AS r
        WHERE r.user_id = $1 AND r.deleted_at IS NULL AND ${inside} AND ${after}
        ORDER BY ${order} LIMIT $5 + 1) AS r) AS t
    WHERE t.place = 1 OR (t.place <= $5 AND t.bytes <= $6) ORDER BY t.place`;
  return { text, table, byVersion, first: byVersion ? end : beginning };
}

const lists = {
  projects: list(project, '$2::bigint = 0', false),
  prompts: list(prompt, 'r.project_id = $2', false),
  versions: list(version, 'r.prompt_id = $2', true),
  resources: list(resource, 'r.project_id = $2', false),
};

type Asked = { userId: number; parent: number; from: ListPlace | null; portion: PortionSize };

/** `choose` picks the row out of what is stored. */
async function part<Row extends { id: number; createdAt: string; version?: number }>(
  reads: Reads,
  { text, table, first, byVersion }: List,
  { userId, parent, from, portion, choose }: Asked & { choose: (stored: Stored) => Row | undefined },
): Promise<ListPart<Row>> {
  const { by, id } = from ?? first;
  const values = [userId, parent, by, id, portion.rows, portion.bytes];
  const counted = await table.read(reads, text, values);
  const rows = counted.flatMap(({ stored }) => choose(stored) ?? []);
  const last = rows.at(-1);
  if (last === undefined || counted.at(-1)?.isFollowed !== true) return { rows, next: null };
  return { rows, next: { by: byVersion ? (last.version ?? 0) : last.createdAt, id: last.id } };
}

const rowOf = {
  project: (stored: Stored) => (stored.type === 'project' ? stored.row : undefined),
  prompt: (stored: Stored) => (stored.type === 'prompt' ? stored.row : undefined),
  version: (stored: Stored) => (stored.type === 'version' ? stored.row : undefined),
  resource: (stored: Stored) => (stored.type === 'resource' ? stored.row : undefined),
};

export const readProjects = (reads: Reads, asked: Omit<Asked, 'parent'>) =>
  part(reads, lists.projects, { ...asked, parent: 0, choose: rowOf.project });

export const readPromptsOf = (reads: Reads, asked: Asked) =>
  inside(reads, 'projects', asked, part(reads, lists.prompts, { ...asked, choose: rowOf.prompt }));

export const readVersionsOf = (reads: Reads, asked: Asked) =>
  inside(reads, 'prompts', asked, part(reads, lists.versions, { ...asked, choose: rowOf.version }));

export const readResourcesOf = (reads: Reads, asked: Asked) =>
  inside(reads, 'projects', asked, part(reads, lists.resources, { ...asked, choose: rowOf.resource }));

/** Undefined where the parent is not there. */
async function inside<Row>(
  reads: Reads,
  parents: 'projects' | 'prompts',
  { userId, parent }: Asked,
  rows: Promise<ListPart<Row>>,
): Promise<ListPart<Row> | undefined> {
  const [found, read] = await Promise.all([
    reads.query(`SELECT 1 FROM ${parents} WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL`, [
      ...[userId, parent],
    ]),
    rows,
  ]);
  return found.length === 0 ? undefined : read;
}

const isRestorable = 't.user_id = $1 AND t.deleted_at IS NOT NULL AND t.erased = 0';

/** Along the indexes of what can still be erased, which hold a month of deletions. */
export async function readDeleted(reads: Reads, userId: number): Promise<DeletedRow[]> {
  const found = await Promise.all([
    prompt.read(
      reads,
      `SELECT ${bareColumns(prompt, 't')} FROM prompts AS t WHERE ${isRestorable} ORDER BY t.seq DESC`,
      [userId],
    ),
    version.read(
      reads,
      `SELECT ${bareColumns(version, 't')} FROM versions AS t
        JOIN prompts AS p ON p.user_id = $1 AND p.id = t.prompt_id AND p.deleted_at IS NULL
        WHERE ${isRestorable} ORDER BY t.seq DESC`,
      [userId],
    ),
    resource.read(
      reads,
      `SELECT ${columns(resource, 't')} FROM resources AS t WHERE ${isRestorable} ORDER BY t.seq DESC`,
      [userId],
    ),
  ]);
  return found.flat().flatMap(({ stored, deletedAt }) => {
    const { type } = stored;
    return type === 'prompt' || type === 'version' || type === 'resource'
      ? [{ stored, at: deletedAt ?? 0 }]
      : [];
  });
}

type Changed = { id: number; seq: number; title: string; content: string | null; isFollowed: boolean };

const changedTexts = `SELECT t.id, t.seq, CASE WHEN t.deleted_at IS NULL THEN t.title ELSE '' END AS title,
    CASE WHEN t.deleted_at IS NULL THEN t.content END AS content, t.all_rows > t.place AS "isFollowed"
  FROM (SELECT r.*, row_number() OVER (ORDER BY r.seq) AS place, count(*) OVER () AS all_rows,
      sum(CASE WHEN r.deleted_at IS NULL THEN octet_length(r.content) ELSE 0 END) OVER (ORDER BY r.seq)
        - CASE WHEN r.deleted_at IS NULL THEN octet_length(r.content) ELSE 0 END AS bytes_before
    FROM (SELECT * FROM prompts WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT $3 + 1) AS r) AS t
  WHERE t.place <= $3 AND t.bytes_before < $4 ORDER BY t.seq`;

export async function readChangedTexts(
  reads: Reads,
  { userId, seq, portion }: { userId: number; seq: number; portion: PortionSize },
): Promise<ChangedTexts> {
  const rows = await reads.query<Changed>(changedTexts, [userId, seq, portion.rows, portion.bytes]);
  const changed = rows.map(({ id, title, content }) => ({ id, title, content }));
  const last = rows.at(-1);
  return { changed, upTo: last?.seq ?? seq, more: last?.isFollowed ?? false };
}

const namedPrompts = `SELECT t.place, t.id, t.title, t.content, t.project_id AS "projectId", t.name AS "projectName"
  FROM (SELECT n.place, p.id, p.title, p.content, p.project_id, j.name,
      sum(octet_length(p.content)) OVER (ORDER BY n.place) - octet_length(p.content) AS bytes_before
    FROM unnest($2::bigint[]) WITH ORDINALITY AS n (id, place)
    JOIN prompts AS p ON p.user_id = $1 AND p.id = n.id AND p.deleted_at IS NULL
    JOIN projects AS j ON j.user_id = $1 AND j.id = p.project_id) AS t
  WHERE t.bytes_before < $3 ORDER BY t.place`;

/** In bytes, where SQLite counts the units of a text: a portion is about so large. */
export async function readPromptsNamed(
  reads: Reads,
  { userId, ids, portion }: { userId: number; ids: readonly number[]; portion: PortionSize },
): Promise<{ found: NamedPrompt[]; read: number }> {
  const rows = await reads.query<NamedPrompt & { place: number }>(namedPrompts, [userId, ids, portion.bytes]);
  let bytes = 0;
  for (const { content } of rows) bytes += Buffer.byteLength(content);
  const read = bytes >= portion.bytes ? (rows.at(-1)?.place ?? ids.length) : ids.length;
  return { found: rows.map(({ place: _place, ...row }) => row), read };
}

/** Of all users: bytes that no row is about any more, and those of which the record is unsure. */
export function readBlobsToRemove(reads: Reads): Promise<{ userId: number; sha256: string }[]> {
  return reads.query(`SELECT user_id AS "userId", sha256 FROM blobs
    WHERE stored = 0 OR NOT EXISTS (SELECT 1 FROM resources AS r WHERE r.user_id = blobs.user_id
      AND r.sha256 = blobs.sha256 AND r.erased = 0) ORDER BY user_id, sha256`);
}
