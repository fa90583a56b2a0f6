/** Writes the statements by which `loaded.ts` reads rows: texts while there is room for them, rows inside of others without. */
import {
  bareColumns,
  bytesOf,
  columns,
  hasTexts,
  orderInPrompt,
  type Table,
  tables,
  tablesInPrompt,
} from '../sql/row-tables.ts';

export function rowsNamed(of: Table): string {
  if (!hasTexts(of)) {
    return `SELECT ${columns(of, 't')} FROM ${of.name} AS t
      WHERE t.user_id = $1 AND t.id = ANY ($2::${of.idType}[]) AND $3::bigint > 0`;
  }
  return `SELECT ${columns(of, 't', 't.bytes_before < $3')}, t.bytes_before >= $3 AS "isOver"
    FROM (SELECT r.*, sum(${bytesOf(of, 'r')}) OVER (ORDER BY n.place) - (${bytesOf(of, 'r')}) AS bytes_before
      FROM unnest($2::bigint[]) WITH ORDINALITY AS n (id, place)
      JOIN ${of.name} AS r ON r.user_id = $1 AND r.id = n.id) AS t`;
}

const { project, prompt, version, resource } = tables;

export const projectsOfRows = `SELECT ${columns(project, 't')} FROM projects AS t WHERE t.user_id = $1 AND t.id IN (
  SELECT project_id FROM prompts WHERE user_id = $1 AND id = ANY ($2::bigint[])
  UNION SELECT project_id FROM resources WHERE user_id = $1 AND id = ANY ($3::bigint[]))`;

export const newestVersions = `SELECT ${columns(version, 't', 't.bytes_before < $3')}, t.bytes_before >= $3 AS "isOver"
  FROM (SELECT r.*, sum(${bytesOf(version, 'r')}) OVER (ORDER BY n.place) - (${bytesOf(version, 'r')}) AS bytes_before
    FROM unnest($2::bigint[]) WITH ORDINALITY AS n (id, place)
    CROSS JOIN LATERAL (SELECT * FROM versions WHERE user_id = $1 AND prompt_id = n.id AND deleted_at IS NULL
      ORDER BY version DESC LIMIT 1) AS r) AS t`;

export const versionsNamed = `SELECT ${bareColumns(version, 't')} FROM versions AS t
  WHERE t.user_id = $1 AND t.id = ANY ($2::bigint[]) AND t.erased = 0 ORDER BY t.id`;

/** The rows of a table inside of prompts: those of these prompts, what went with them, those of these projects. */
export const liveOf = (of: Table) => `SELECT ${bareColumns(of, 't')} FROM ${of.name} AS t
  WHERE t.user_id = $1 AND t.prompt_id = ANY ($2::bigint[]) AND t.deleted_at IS NULL
  ORDER BY t.prompt_id, t.${orderInPrompt(of)}, t.id`;

export const goneOf = (of: Table) => `SELECT ${bareColumns(of, 't')}
  FROM unnest($2::bigint[], $3::bigint[]) AS n (id, after)
  CROSS JOIN LATERAL (SELECT * FROM ${of.name} WHERE user_id = $1 AND prompt_id = n.id
    AND deleted_at IS NOT NULL AND erased = 0 AND seq > n.after ORDER BY seq LIMIT $4) AS t ORDER BY t.seq`;

export const liveIn = (of: Table) => `SELECT ${bareColumns(of, 't')} FROM prompts AS p
  JOIN ${of.name} AS t ON t.user_id = $1 AND t.prompt_id = p.id AND t.deleted_at IS NULL
  WHERE p.user_id = $1 AND p.project_id = ANY ($2::bigint[]) AND p.deleted_at IS NULL
  ORDER BY p.created_at, p.id, t.${orderInPrompt(of)}, t.id`;

export const livePromptsIn = `SELECT ${bareColumns(prompt, 't')} FROM prompts AS t
  WHERE t.user_id = $1 AND t.project_id = ANY ($2::bigint[]) AND t.deleted_at IS NULL
  ORDER BY t.created_at, t.id`;

export const liveResourcesIn = `SELECT ${columns(resource, 't')} FROM resources AS t
  WHERE t.user_id = $1 AND t.project_id = ANY ($2::bigint[]) AND t.deleted_at IS NULL
  ORDER BY t.created_at, t.id`;

export const resourcesWith = `SELECT ${columns(resource, 't')} FROM resources AS t
  WHERE t.user_id = $1 AND t.sha256 = ANY ($2::text[]) AND t.erased = 0 ORDER BY t.id`;

/** Counts the live rows inside of `n.id`, as far as it matters. */
export const countOf = (name: string, parent: string, most: string) =>
  `SELECT count(*) FROM (SELECT 1 FROM ${name} AS r
    WHERE r.user_id = $1 AND r.${parent} = n.id AND r.deleted_at IS NULL LIMIT ${most}) AS counted`;

export const versionCounts = `SELECT n.id, (${countOf('versions', 'prompt_id', '$3')}) AS count
  FROM unnest($2::bigint[]) AS n (id)`;

export const insideCounts = `SELECT n.id, greatest(
    ${tablesInPrompt.map(({ name }) => `(${countOf(name, 'prompt_id', '$3')})`).join(', ')}) AS count
  FROM unnest($2::bigint[]) AS n (id)`;

const countInPrompts = (name: string) => `SELECT count(*) FROM (SELECT 1 FROM prompts AS p
      JOIN ${name} AS v ON v.user_id = $1 AND v.prompt_id = p.id AND v.deleted_at IS NULL
      WHERE p.user_id = $1 AND p.project_id = n.id AND p.deleted_at IS NULL LIMIT $3) AS counted`;

export const contentCounts = `SELECT n.id, greatest(
    (${countOf('prompts', 'project_id', '$3')}), (${countOf('resources', 'project_id', '$3')}),
    ${tablesInPrompt.map(({ name }) => `(${countInPrompts(name)})`).join(', ')}) AS count
  FROM unnest($2::bigint[]) AS n (id)`;

export const answerRuns = `SELECT t.first, t.last, t.bytes_before >= $5 AS "isOver",
    CASE WHEN t.bytes_before < $5 THEN t.answers ELSE '' END AS answers
  FROM (SELECT r.*, sum(octet_length(r.answers)) OVER (ORDER BY r.first) - octet_length(r.answers) AS bytes_before
    FROM stored_answers AS r
    WHERE r.user_id = $1 AND r.client = $2 AND r.last >= $3 AND r.first <= $4) AS t ORDER BY t.first`;
