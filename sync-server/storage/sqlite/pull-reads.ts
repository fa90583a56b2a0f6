/**
 * Finds texts by the names or ids that programs and references have.
 *
 * 1. Names are found by the indexes of migration 015, however large the library is. They are compared as they are.
 * 2. A parameter has a plus before it for the reason that `compiled-statements.ts` gives.
 */
import { readPathId } from '#shared/model/ids.ts';
import type { Pin, SnippetName, SnippetReference } from '#shared/templates/snippet-syntax.ts';
import type {
  FeedPlace,
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
} from '../library-port.ts';
import { labelsIn } from '../records/placed-labels.ts';
import type { Epochs } from './epochs.ts';
import type { OpenDatabase } from './open-database.ts';
import type { UserRecords } from './user-records.ts';

type FoundPrompt = { prompt: PromptHead; labels: PlacedLabels };
type PromptRecord = PromptHead & { labels: string | null };
type Found = Exclude<PinnedText, { kind: 'unpinned' | 'found' }> | ({ kind: 'one' } & FoundPrompt);

const mostAmbiguous = 100;
const headsAtOnce = 1_000;

const headColumns = 'p.id, p.title, p.project_id AS projectId, projects.name AS projectName, p.rev';
const isLive = (table: string) => `${table}.user_id = +:userId AND ${table}.deleted_at IS NULL`;
const versionColumns = 'id, version, description, created_at AS createdAt';

type PullDeps = { users: UserRecords; epochs: Epochs; portion: PortionSize };

export function createPullReads(database: OpenDatabase, { users, epochs, portion }: PullDeps) {
  const find = prepareFind(database);
  const textAt = prepareTexts(database);
  const pins = preparePins(database);

  function latestPlace(userId: number): FeedPlace {
    const { seq } = users.read(userId);
    return { epoch: epochs.at(userId, seq), seq };
  }

  function referencedText(
    userId: number,
    { project, title, pin }: SnippetReference,
    onlyProject: number | null,
  ): ReferencedText {
    const [first, second] = namedIn(find, userId, { project, title, onlyProject });
    if (first === undefined) return 'missing';
    if (second !== undefined) return 'ambiguous';
    const { labels } = withLabels(first);
    const found = textAt(userId, { promptId: first.id, labels }, pin);
    if (found === undefined) return 'missing';
    const key = found.version === null ? `prompt ${first.id}` : `version ${found.version.id}`;
    return { key, text: found.text };
  }

  return {
    latestPlace,
    pinnedText(userId: number, { pin, ...name }: PinnedName): PinnedText {
      const found = findPrompt(find, userId, name);
      if (found.kind !== 'one') return found;
      const { prompt, labels } = found;
      const place = { promptId: prompt.id, labels };
      const text = textAt(userId, place, pin);
      if (text === undefined) return { kind: 'unpinned', ...pins(userId, place) };
      return { kind: 'found', at: latestPlace(userId), prompt, labels, ...text };
    },
    referencedTexts(userId: number, { references, onlyProject }: References): ReferencedText[] {
      const texts: ReferencedText[] = [];
      let bytes = 0;
      for (const reference of references) {
        const text = referencedText(userId, reference, onlyProject);
        texts.push(text);
        bytes += typeof text === 'string' ? 0 : text.text.length;
        if (bytes >= portion.bytes || texts.length === portion.rows) break;
      }
      return texts;
    },
    ...prepareHeads(database),
  };
}

type Find = ReturnType<typeof prepareFind>;

function findPrompt(
  find: Find,
  userId: number,
  { project, prompt, onlyProject }: Omit<PinnedName, 'pin'>,
): Found {
  const isReached = (id: number) => onlyProject === null || id === onlyProject;
  const projectId = idIn(project);
  const inProject =
    projectId === undefined || !isReached(projectId) ? undefined : find.projectById(userId, projectId)?.id;
  const id = idIn(prompt);
  const byId = id === undefined ? undefined : find.promptById(userId, id);
  if (byId !== undefined && isReached(byId.projectId)) {
    const isThere = inProject === undefined ? byId.projectName === project : byId.projectId === inProject;
    if (isThere) return { kind: 'one', ...withLabels(byId) };
  }
  const named =
    inProject === undefined
      ? namedIn(find, userId, { project, title: prompt, onlyProject })
      : find.titled(userId, { projectId: inProject, title: prompt });
  const [first] = named;
  if (first !== undefined && named.length === 1) return { kind: 'one', ...withLabels(first) };
  if (first !== undefined)
    return { kind: 'ambiguous', prompts: named.map(({ id, projectId }) => ({ id, projectId })) };
  const hasProject =
    inProject !== undefined ||
    (onlyProject === null
      ? find.hasProject(userId, project)
      : find.projectById(userId, onlyProject)?.name === project);
  return { kind: hasProject ? 'no_prompt' : 'no_project' };
}

type NameIn = SnippetName & { onlyProject: number | null };

function namedIn(find: Find, userId: number, { project, title, onlyProject }: NameIn): PromptRecord[] {
  if (onlyProject === null) return find.named(userId, { project, title });
  const isNamed = find.projectById(userId, onlyProject)?.name === project;
  return isNamed ? find.titled(userId, { projectId: onlyProject, title }) : [];
}

function prepareFind({ connection }: OpenDatabase) {
  const joined = `SELECT ${headColumns}, p.attributes -> '$.labels' AS labels
    FROM %1 CROSS JOIN %2 WHERE ${isLive('p')} AND ${isLive('projects')} AND projects.id = p.project_id`;
  const fromPrompts = joined.replace('%1', 'prompts AS p').replace('%2', 'projects');
  const fromProjects = joined.replace('%1', 'projects').replace('%2', 'prompts AS p');
  const projectById = connection.prepare<{ userId: number; id: number }, { id: number; name: string }>(
    `SELECT id, name FROM projects WHERE ${isLive('projects')} AND id = +:id`,
  );
  const hasProject = connection
    .prepare<{ userId: number; name: string }, number>(
      `SELECT 1 FROM projects WHERE ${isLive('projects')} AND name = +:name LIMIT 1`,
    )
    .pluck();
  const promptById = connection.prepare<{ userId: number; id: number }, PromptRecord>(
    `${fromPrompts} AND p.id = +:id`,
  );
  const titled = connection.prepare<{ userId: number; projectId: number; title: string }, PromptRecord>(
    `${fromPrompts} AND p.project_id = +:projectId AND p.title = +:title ORDER BY p.id LIMIT ${mostAmbiguous}`,
  );
  const named = connection.prepare<{ userId: number; project: string; title: string }, PromptRecord>(
    `${fromProjects} AND projects.name = +:project AND p.title = +:title LIMIT ${mostAmbiguous}`,
  );
  return {
    projectById: (userId: number, id: number) => projectById.get({ userId, id }),
    hasProject: (userId: number, name: string) => hasProject.get({ userId, name }) !== undefined,
    promptById: (userId: number, id: number) => promptById.get({ userId, id }),
    titled: (userId: number, at: { projectId: number; title: string }) => titled.all({ userId, ...at }),
    named: (userId: number, names: { project: string; title: string }) => named.all({ userId, ...names }),
  };
}

type TextOfPin = { version: VersionHead | null; text: string };

/** Returns the reader of the text that a pin names. */
function prepareTexts({ connection }: OpenDatabase) {
  const current = connection
    .prepare<{ userId: number; promptId: number }, string>(
      `SELECT content FROM prompts WHERE ${isLive('prompts')} AND id = +:promptId`,
    )
    .pluck();
  type VersionRecord = VersionHead & { text: string };
  const versions = `SELECT ${versionColumns}, content AS text FROM versions
    WHERE ${isLive('versions')} AND prompt_id = +:promptId`;
  const numbered = connection.prepare<{ userId: number; promptId: number; version: number }, VersionRecord>(
    `${versions} AND version = +:version ORDER BY id LIMIT 1`,
  );
  const newest = connection.prepare<{ userId: number; promptId: number }, VersionRecord>(
    `${versions} ORDER BY version DESC, id DESC LIMIT 1`,
  );
  // The plus before the column leaves the index of prompts aside: the id alone finds the row.
  const byId = connection.prepare<{ userId: number; promptId: number; id: number }, VersionRecord>(
    `${versions.replace('prompt_id', '+prompt_id')} AND id = +:id`,
  );

  return (
    userId: number,
    { promptId, labels }: { promptId: number; labels: PlacedLabels },
    pin: Pin,
  ): TextOfPin | undefined => {
    const named = { userId, promptId };
    if (pin === null) {
      const text = current.get(named);
      return text === undefined ? undefined : { version: null, text };
    }
    if (pin.kind === 'version') return found(numbered.get({ ...named, version: pin.version }));
    if (pin.label === 'latest') return found(newest.get(named));
    const id = labels.find(({ label }) => label === pin.label)?.versionId;
    return id === undefined ? undefined : found(byId.get({ ...named, id }));
  };

  function found(record: VersionRecord | undefined): TextOfPin | undefined {
    if (record === undefined) return undefined;
    const { text, ...version } = record;
    return { version, text };
  }
}

/** Returns the reader of the pins that a prompt has a version for. */
function preparePins({ connection }: OpenDatabase) {
  const newest = connection
    .prepare<{ userId: number; promptId: number }, number>(
      `SELECT version FROM versions WHERE ${isLive('versions')} AND prompt_id = +:promptId
        ORDER BY version DESC LIMIT 1`,
    )
    .pluck();
  const isThere = connection.prepare<{ userId: number; promptId: number; id: number }, unknown>(
    `SELECT 1 FROM versions WHERE ${isLive('versions')} AND +prompt_id = +:promptId AND id = +:id`,
  );
  return (userId: number, { promptId, labels }: { promptId: number; labels: PlacedLabels }) => ({
    labels: labels
      .filter(({ versionId }) => isThere.get({ userId, promptId, id: versionId }) !== undefined)
      .map(({ label }) => label),
    newest: newest.get({ userId, promptId }) ?? null,
  });
}

/** Lists without texts. */
function prepareHeads({ connection }: OpenDatabase) {
  const prompts = connection.prepare<{ userId: number; after: number }, PromptHead>(
    `SELECT ${headColumns} FROM prompts AS p CROSS JOIN projects
      WHERE ${isLive('p')} AND ${isLive('projects')} AND projects.id = p.project_id AND p.id > +:after
      ORDER BY p.id LIMIT ${headsAtOnce + 1}`,
  );
  const labelsOf = connection.prepare<{ userId: number; promptId: number }, { labels: string | null }>(
    `SELECT attributes -> '$.labels' AS labels FROM prompts
      WHERE ${isLive('prompts')} AND id = +:promptId`,
  );
  const versions = connection.prepare<
    { userId: number; promptId: number; by: number | string; id: number },
    VersionHead
  >(
    `SELECT ${versionColumns} FROM versions
      WHERE ${isLive('versions')} AND prompt_id = +:promptId AND (version, id) < (+:by, +:id)
      ORDER BY version DESC, id DESC LIMIT ${headsAtOnce + 1}`,
  );
  const end: ListPlace = { by: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  return {
    promptHeads: (userId: number, from: ListPlace | null): ListPart<PromptHead> =>
      partOf(prompts.all({ userId, after: from?.id ?? 0 }), ({ id }) => ({ by: '', id })),
    versionHeads(userId: number, promptId: number, from: ListPlace | null): VersionHeads | undefined {
      const prompt = labelsOf.get({ userId, promptId });
      if (prompt === undefined) return undefined;
      const heads = versions.all({ userId, promptId, ...(from ?? end) });
      const labels = labelsIn(prompt.labels);
      return { ...partOf(heads, ({ version, id }) => ({ by: version, id })), labels };
    },
  };
}

function partOf<Row>(read: Row[], placeOf: (row: Row) => ListPlace): ListPart<Row> {
  const rows = read.slice(0, headsAtOnce);
  const last = rows.at(-1);
  return { rows, next: rows.length < read.length && last !== undefined ? placeOf(last) : null };
}

function idIn(segment: string): number | undefined {
  return readPathId(segment) ?? undefined;
}

function withLabels({ labels, ...prompt }: PromptRecord): FoundPrompt {
  return { prompt, labels: labelsIn(labels) };
}
