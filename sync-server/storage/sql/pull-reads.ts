/**
 * Finds texts by the names or ids that programs and references have, by indexes, however large the library is. Names are
 * compared as they are.
 */
import { type SQL, sql } from 'drizzle-orm';
import { readPathId } from '#shared/model/ids.ts';
import { PromptSettings } from '#shared/model/prompt-settings.ts';
import { storable } from '#shared/model/text.ts';
import type { Pin, SnippetReference } from '#shared/templates/snippet-syntax.ts';
import type {
  ListPart,
  ListPlace,
  PinnedName,
  PinnedText,
  PlacedLabels,
  PortionSize,
  PromptHead,
  ReferencedText,
  References,
  VersionHead,
  VersionHeads,
} from '../ports/library-port.ts';
import { labelsIn } from '../records/placed-labels.ts';
import { row, rows, together, type Work } from './work.ts';

type FoundPrompt = { prompt: PromptHead; labels: PlacedLabels };
type PromptRecord = PromptHead & { labels: string | null };
type Found = Exclude<PinnedText, { kind: 'unpinned' | 'found' }> | ({ kind: 'one' } & FoundPrompt);
type WithoutPlace<Text> = Text extends { kind: 'found' } ? Omit<Text, 'at'> : Text;
type Place = { userId: number; promptId: number; labels: PlacedLabels };

const mostAmbiguous = 100;
const headsAtOnce = 1_000;

const headColumns = sql`p.id, p.title, p.project_id AS "projectId", j.name AS "projectName", p.rev`;
const versionColumns = sql`id, version, description, created_at AS "createdAt"`;
/** The first name of a join is where SQLite begins. */
const fromPrompts = sql`prompts AS p CROSS JOIN projects AS j`;
const fromProjects = sql`projects AS j CROSS JOIN prompts AS p`;

/** How a database reads one of the attributes, as JSON, out of their column. */
export type AttributeOf = (attributes: SQL, name: SQL) => SQL;

const labelsName = sql.raw("'labels'");
const settingsName = sql.raw("'settings'");

export function createPullReads(attributeOf: AttributeOf) {
  const find = createFind(attributeOf);
  return {
    ...createHeads(attributeOf),
    *pinnedText(userId: number, { pin, ...name }: PinnedName): Work<WithoutPlace<PinnedText>> {
      // No name has a character that cannot be stored, and PostgreSQL refuses to look for one.
      const names = { project: storable(name.project), prompt: storable(name.prompt) };
      const found = yield* findPrompt(find, userId, { ...name, ...names });
      if (found.kind !== 'one') return found;
      const { prompt, labels } = found;
      const place = { userId, promptId: prompt.id, labels };
      const text = yield* textAt(place, pin, attributeOf);
      if (text === undefined) return { kind: 'unpinned', ...(yield* pins(place)) };
      return { kind: 'found', prompt, labels, ...text };
    },
    *referencedTexts(
      userId: number,
      { references, onlyProject }: References,
      portion: PortionSize,
    ): Work<ReferencedText[]> {
      const texts: ReferencedText[] = [];
      let bytes = 0;
      for (const reference of references) {
        const text = yield* referencedText(find, userId, { ...reference, onlyProject });
        texts.push(text);
        bytes += typeof text === 'string' ? 0 : text.text.length;
        if (bytes >= portion.bytes || texts.length === portion.rows) break;
      }
      return texts;
    },
  };
}

/** Lists without texts. */
function createHeads(attributeOf: AttributeOf) {
  return {
    *promptHeads(userId: number, from: ListPlace | null): Work<ListPart<PromptHead>> {
      const heads = yield* rows(sql<PromptHead>`SELECT ${headColumns} FROM ${fromPrompts}
        WHERE p.user_id = ${userId} AND j.user_id = ${userId} AND j.id = p.project_id
          AND p.deleted_at IS NULL AND j.deleted_at IS NULL AND p.id > ${from?.id ?? 0}
        ORDER BY p.id LIMIT ${headsAtOnce + 1}`);
      return partOf(heads, ({ id }) => ({ by: '', id }));
    },
    *versionHeads(userId: number, promptId: number, from: ListPlace | null): Work<VersionHeads | undefined> {
      const { by, id } = from ?? { by: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
      const [[prompt], heads] = yield* together(
        sql<{
          labels: string | null;
        }>`SELECT ${attributeOf(sql`attributes`, labelsName)} AS labels FROM prompts
          WHERE user_id = ${userId} AND id = ${promptId} AND deleted_at IS NULL`,
        sql<VersionHead>`SELECT ${versionColumns} FROM versions
          WHERE user_id = ${userId} AND prompt_id = ${promptId} AND deleted_at IS NULL
            AND (version, id) < (${by}, ${id})
          ORDER BY version DESC, id DESC LIMIT ${headsAtOnce + 1}`,
      );
      if (prompt === undefined) return undefined;
      const labels = labelsIn(prompt.labels);
      return { ...partOf(heads, ({ version, id: last }) => ({ by: version, id: last })), labels };
    },
  };
}

/** No row has this id. */
const nobody = -1;

type Find = ReturnType<typeof createFind>;

function createFind(attributeOf: AttributeOf) {
  const joined = (userId: number, from: SQL) =>
    sql<PromptRecord>`SELECT ${headColumns}, ${attributeOf(sql`p.attributes`, labelsName)} AS labels FROM ${from}
      WHERE p.user_id = ${userId} AND j.user_id = ${userId} AND j.id = p.project_id
        AND p.deleted_at IS NULL AND j.deleted_at IS NULL`;
  const byId = (userId: number, id: number) =>
    sql<PromptRecord>`${joined(userId, fromPrompts)} AND p.id = ${id}`;
  const titled = (userId: number, { projectId, title }: { projectId: number; title: string }) =>
    sql<PromptRecord>`${joined(userId, fromPrompts)} AND p.project_id = ${projectId} AND p.title = ${title}
      ORDER BY p.id LIMIT ${mostAmbiguous}`;
  const named = (userId: number, { project, title, onlyProject }: NameIn) =>
    onlyProject === null
      ? sql<PromptRecord>`${joined(userId, fromProjects)} AND j.name = ${project} AND p.title = ${title}
          LIMIT ${mostAmbiguous}`
      : sql<PromptRecord>`${joined(userId, fromPrompts)} AND p.project_id = ${onlyProject} AND p.title = ${title}
          AND j.name = ${project} ORDER BY p.id LIMIT ${mostAmbiguous}`;
  return { byId, titled, named };
}

type NameIn = { project: string; title: string; onlyProject: number | null };

const projectById = (userId: number, id: number) =>
  sql<{ id: number; name: string }>`SELECT id, name FROM projects
    WHERE user_id = ${userId} AND id = ${id} AND deleted_at IS NULL`;

function* findPrompt(
  find: Find,
  userId: number,
  { project, prompt, onlyProject }: Omit<PinnedName, 'pin'>,
): Work<Found> {
  const isReached = (id: number) => onlyProject === null || id === onlyProject;
  const projectId = readPathId(project);
  const id = readPathId(prompt);
  const [[within], [only], [byItsId]] = yield* together(
    projectById(userId, projectId !== null && isReached(projectId) ? projectId : nobody),
    projectById(userId, onlyProject ?? nobody),
    find.byId(userId, id ?? nobody),
  );
  if (byItsId !== undefined && isReached(byItsId.projectId)) {
    const isThere = within === undefined ? byItsId.projectName === project : byItsId.projectId === within.id;
    if (isThere) return { kind: 'one', ...withLabels(byItsId) };
  }
  const [all, projects] = yield* together(
    within === undefined
      ? find.named(userId, { project, title: prompt, onlyProject })
      : find.titled(userId, { projectId: within.id, title: prompt }),
    sql`SELECT 1 FROM projects WHERE user_id = ${userId} AND name = ${project} AND deleted_at IS NULL LIMIT 1`,
  );
  const [first] = all;
  if (first !== undefined && all.length === 1) return { kind: 'one', ...withLabels(first) };
  if (first !== undefined) {
    const prompts = all.map((each) => ({ id: each.id, projectId: each.projectId }));
    return { kind: 'ambiguous', prompts: prompts.sort((a, b) => a.id - b.id) };
  }
  const isNamed = onlyProject === null ? projects.length > 0 : only?.name === project;
  return { kind: within !== undefined || isNamed ? 'no_prompt' : 'no_project' };
}

function* referencedText(
  find: Find,
  userId: number,
  { project, title, pin, onlyProject }: SnippetReference & { onlyProject: number | null },
): Work<ReferencedText> {
  const names = { project: storable(project), title: storable(title) };
  const [first, second] = yield* rows(find.named(userId, { ...names, onlyProject }));
  if (first === undefined) return 'missing';
  if (second !== undefined) return 'ambiguous';
  const found = yield* textAt({ userId, promptId: first.id, labels: labelsIn(first.labels) }, pin, null);
  if (found === undefined) return 'missing';
  const key = found.version === null ? `prompt ${first.id}` : `version ${found.version.id}`;
  return { key, text: found.text };
}

type TextAt = { version: VersionHead | null; text: string; settings: PromptSettings | null };

/** Returns the text that a pin names. `attributeOf`: reads its settings too. */
function* textAt(
  { userId, promptId, labels }: Place,
  pin: Pin,
  attributeOf: AttributeOf | null,
): Work<TextAt | undefined> {
  const none = sql`NULL`;
  if (pin === null) {
    const own = attributeOf === null ? none : attributeOf(sql`attributes`, settingsName);
    const found = yield* row(sql<Settled & { text: string }>`SELECT content AS text, ${own} AS settings
      FROM prompts WHERE user_id = ${userId} AND id = ${promptId} AND deleted_at IS NULL`);
    return found && { version: null, text: found.text, settings: settingsIn(found) };
  }
  const which = versionOf(pin, labels);
  if (which === undefined) return undefined;
  const own = attributeOf === null ? none : sql`settings`;
  const found = yield* row(sql<VersionHead & Settled & { text: string }>`SELECT ${versionColumns},
      content AS text, ${own} AS settings
    FROM versions WHERE user_id = ${userId} AND deleted_at IS NULL AND ${which(promptId)}`);
  if (found === undefined) return undefined;
  const { text, settings, ...version } = found;
  return { version, text, settings: settingsIn({ settings }) };
}

type Settled = { settings: string | null };

function settingsIn({ settings }: Settled): PromptSettings | null {
  return settings === null ? null : PromptSettings.parse(JSON.parse(settings));
}

function versionOf(pin: Exclude<Pin, null>, labels: PlacedLabels): ((promptId: number) => SQL) | undefined {
  if (pin.kind === 'version')
    return (promptId) => sql`prompt_id = ${promptId} AND version = ${pin.version} ORDER BY id LIMIT 1`;
  if (pin.label === 'latest')
    return (promptId) => sql`prompt_id = ${promptId} ORDER BY version DESC, id DESC LIMIT 1`;
  const id = labels.find(({ label }) => label === pin.label)?.versionId;
  // The plus leaves the index of prompts aside: the id alone finds the row.
  return id === undefined ? undefined : (promptId) => sql`+prompt_id = ${promptId} AND id = ${id}`;
}

/** Returns the pins that a prompt has a version for. */
function* pins({ userId, promptId, labels }: Place): Work<{ labels: string[]; newest: number | null }> {
  const live = sql`user_id = ${userId} AND deleted_at IS NULL`;
  const [newest, there] = yield* together(
    sql<{ version: number }>`SELECT version FROM versions WHERE ${live} AND prompt_id = ${promptId}
      ORDER BY version DESC LIMIT 1`,
    sql<{ id: number }>`SELECT id FROM versions WHERE ${live} AND +prompt_id = ${promptId}
      AND id IN ${[nobody, ...labels.map(({ versionId }) => versionId)]}`,
  );
  const ids = new Set(there.map(({ id }) => id));
  return {
    labels: labels.filter(({ versionId }) => ids.has(versionId)).map(({ label }) => label),
    newest: newest[0]?.version ?? null,
  };
}

function partOf<Row>(read: Row[], placeOf: (row: Row) => ListPlace): ListPart<Row> {
  const found = read.slice(0, headsAtOnce);
  const last = found.at(-1);
  return { rows: found, next: found.length < read.length && last !== undefined ? placeOf(last) : null };
}

function withLabels({ labels, ...prompt }: PromptRecord): FoundPrompt {
  return { prompt, labels: labelsIn(labels) };
}
