/**
 * Finds texts by the names or ids that programs and references have, by indexes; see `sqlite/pull-reads.ts`, whose rules
 * these are. Each text is one or two round trips.
 */
import { readPathId } from '#shared/model/ids.ts';
import { storable } from '#shared/model/text.ts';
import type { Pin, SnippetReference } from '#shared/templates/snippet-syntax.ts';
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
import type { Reads } from './transactions.ts';

type FoundPrompt = { prompt: PromptHead; labels: PlacedLabels };
type PromptRecord = PromptHead & { labels: string | null };
type Found = Exclude<PinnedText, { kind: 'unpinned' | 'found' }> | ({ kind: 'one' } & FoundPrompt);
type TextOfPin = { version: VersionHead | null; text: string };

const mostAmbiguous = 100;
const headsAtOnce = 1_000;
/** References that are looked up at once. */
const mostAtOnce = 50;

const headColumns = 'p.id, p.title, p.project_id AS "projectId", j.name AS "projectName", p.rev';
const joined = `SELECT ${headColumns}, (p.attributes::jsonb -> 'labels')::text AS labels
  FROM prompts AS p JOIN projects AS j ON j.user_id = $1 AND j.id = p.project_id
  WHERE p.user_id = $1 AND p.deleted_at IS NULL AND j.deleted_at IS NULL`;
const byId = `${joined} AND p.id = $2`;
const titled = `${joined} AND p.project_id = $2 AND p.title = $3 ORDER BY p.id LIMIT ${mostAmbiguous}`;
const named = `${joined} AND j.name = $2 AND p.title = $3 ORDER BY p.id LIMIT ${mostAmbiguous}`;
const projectById = 'SELECT id, name FROM projects WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL';

const versionColumns = 'id, version, description, created_at AS "createdAt"';
const versionOf = `SELECT ${versionColumns}, content AS text FROM versions
  WHERE user_id = $1 AND prompt_id = $2 AND deleted_at IS NULL`;

export async function readPinnedText(
  reads: Reads,
  userId: number,
  { pin, ...name }: PinnedName,
): Promise<PinnedText> {
  // No name has a character that cannot be stored, and PostgreSQL refuses to look for one.
  const names = { project: storable(name.project), prompt: storable(name.prompt) };
  const found = await findPrompt(reads, userId, { ...name, ...names });
  if (found.kind !== 'one') return found;
  const { prompt, labels } = found;
  const place = { promptId: prompt.id, labels };
  const [text, at] = await Promise.all([textAt(reads, userId, place, pin), readPlace(reads, userId)]);
  if (text === undefined) return { kind: 'unpinned', ...(await readPins(reads, userId, place)) };
  return { kind: 'found', at, prompt, labels, ...text };
}

export async function readReferencedTexts(
  reads: Reads,
  { userId, portion, ...asked }: References & { userId: number; portion: PortionSize },
): Promise<ReferencedText[]> {
  const texts: ReferencedText[] = [];
  let bytes = 0;
  for (let from = 0; from < asked.references.length; from += mostAtOnce) {
    const some = asked.references.slice(from, from + mostAtOnce);
    const places = await Promise.all(
      some.map((reference) => placeOf(reads, userId, reference, asked.onlyProject)),
    );
    // One after the other: together, fifty texts could be a hundred times a portion.
    for (const [index, place] of places.entries()) {
      const text = await referencedText(reads, userId, place, some[index]?.pin ?? null);
      texts.push(text);
      bytes += typeof text === 'string' ? 0 : text.text.length;
      if (bytes >= portion.bytes || texts.length === portion.rows) return texts;
    }
  }
  return texts;
}

type Place = { promptId: number; labels: PlacedLabels };

async function placeOf(
  reads: Reads,
  userId: number,
  { project, title }: SnippetReference,
  onlyProject: number | null,
): Promise<Place | 'missing' | 'ambiguous'> {
  const names = { project: storable(project), title: storable(title) };
  const [first, second] = await namedIn(reads, userId, { ...names, onlyProject });
  if (first === undefined) return 'missing';
  if (second !== undefined) return 'ambiguous';
  return { promptId: first.id, labels: labelsIn(first.labels) };
}

async function referencedText(
  reads: Reads,
  userId: number,
  place: Place | 'missing' | 'ambiguous',
  pin: Pin,
): Promise<ReferencedText> {
  if (typeof place === 'string') return place;
  const found = await textAt(reads, userId, place, pin);
  if (found === undefined) return 'missing';
  const key = found.version === null ? `prompt ${place.promptId}` : `version ${found.version.id}`;
  return { key, text: found.text };
}

async function findPrompt(
  reads: Reads,
  userId: number,
  { project, prompt, onlyProject }: Omit<PinnedName, 'pin'>,
): Promise<Found> {
  const isReached = (id: number) => onlyProject === null || id === onlyProject;
  const projectId = idIn(project);
  const id = idIn(prompt);
  const one = async <Row extends object>(
    text: string,
    asked: number | undefined,
  ): Promise<Row | undefined> =>
    asked === undefined ? undefined : (await reads.query<Row>(text, [userId, asked]))[0];
  const [project_, only, prompt_] = await Promise.all([
    one<{ id: number }>(projectById, projectId !== undefined && isReached(projectId) ? projectId : undefined),
    one<{ name: string }>(projectById, onlyProject ?? undefined),
    one<PromptRecord>(byId, id),
  ]);
  const inProject = project_?.id;
  if (prompt_ !== undefined && isReached(prompt_.projectId)) {
    const isThere =
      inProject === undefined ? prompt_.projectName === project : prompt_.projectId === inProject;
    if (isThere) return { kind: 'one', ...withLabels(prompt_) };
  }
  const [all, named_] = await Promise.all([
    inProject === undefined
      ? namedIn(reads, userId, { project, title: prompt, onlyProject })
      : reads.query<PromptRecord>(titled, [userId, inProject, prompt]),
    reads.query('SELECT 1 FROM projects WHERE user_id = $1 AND name = $2 AND deleted_at IS NULL LIMIT 1', [
      ...[userId, project],
    ]),
  ]);
  const [first] = all;
  if (first !== undefined && all.length === 1) return { kind: 'one', ...withLabels(first) };
  if (first !== undefined)
    return {
      kind: 'ambiguous',
      prompts: all.map(({ id: each, projectId: of }) => ({ id: each, projectId: of })),
    };
  const isNamed = onlyProject === null ? named_.length > 0 : only?.name === project;
  return { kind: inProject !== undefined || isNamed ? 'no_prompt' : 'no_project' };
}

type NameIn = { project: string; title: string; onlyProject: number | null };

async function namedIn(
  reads: Reads,
  userId: number,
  { project, title, onlyProject }: NameIn,
): Promise<PromptRecord[]> {
  if (onlyProject === null) return reads.query<PromptRecord>(named, [userId, project, title]);
  return reads.query<PromptRecord>(titledInNamed, [userId, onlyProject, title, project]);
}

const titledInNamed = `${joined} AND p.project_id = $2 AND p.title = $3 AND j.name = $4
  ORDER BY p.id LIMIT ${mostAmbiguous}`;

async function textAt(
  reads: Reads,
  userId: number,
  { promptId, labels }: Place,
  pin: Pin,
): Promise<TextOfPin | undefined> {
  if (pin === null) {
    const [found] = await reads.query<{ text: string }>(
      'SELECT content AS text FROM prompts WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL',
      [userId, promptId],
    );
    return found === undefined ? undefined : { version: null, text: found.text };
  }
  const version = async (more: string, values: readonly unknown[]) => {
    const [found] = await reads.query<VersionHead & { text: string }>(`${versionOf} ${more}`, [
      ...[userId, promptId],
      ...values,
    ]);
    if (found === undefined) return undefined;
    const { text, ...head } = found;
    return { version: head, text };
  };
  if (pin.kind === 'version') return version('AND version = $3 ORDER BY id LIMIT 1', [pin.version]);
  if (pin.label === 'latest') return version('ORDER BY version DESC, id DESC LIMIT 1', []);
  const id = labels.find(({ label }) => label === pin.label)?.versionId;
  return id === undefined ? undefined : version('AND id = $3', [id]);
}

async function readPins(reads: Reads, userId: number, { promptId, labels }: Place) {
  const [newest, there] = await Promise.all([
    reads.query<{ version: number }>(
      `SELECT version FROM versions WHERE user_id = $1 AND prompt_id = $2 AND deleted_at IS NULL
        ORDER BY version DESC LIMIT 1`,
      [userId, promptId],
    ),
    reads.query<{ id: number }>(
      `SELECT id FROM versions WHERE user_id = $1 AND prompt_id = $2 AND deleted_at IS NULL
        AND id = ANY ($3::bigint[])`,
      [userId, promptId, labels.map(({ versionId }) => versionId)],
    ),
  ]);
  const ids = new Set(there.map(({ id }) => id));
  return {
    labels: labels.filter(({ versionId }) => ids.has(versionId)).map(({ label }) => label),
    newest: newest[0]?.version ?? null,
  };
}

/** Returns the place of the latest change. */
export async function readPlace(reads: Reads, userId: number): Promise<FeedPlace> {
  const [found] = await reads.query<FeedPlace>(
    `SELECT next_seq AS seq, coalesce(
        (SELECT epoch FROM feed_epochs WHERE user_id = $1 AND after_seq < next_seq ORDER BY after_seq DESC LIMIT 1),
        (SELECT epoch FROM change_feed)) AS epoch
      FROM users WHERE id = $1`,
    [userId],
  );
  if (found === undefined) throw new Error('a change of a user who does not exist');
  return found;
}

export async function readSeq(reads: Reads, userId: number): Promise<number> {
  const [found] = await reads.query<{ seq: number }>('SELECT next_seq AS seq FROM users WHERE id = $1', [
    userId,
  ]);
  if (found === undefined) throw new Error('a change of a user who does not exist');
  return found.seq;
}

export async function readPromptHeads(
  reads: Reads,
  userId: number,
  from: ListPlace | null,
): Promise<ListPart<PromptHead>> {
  const heads = await reads.query<PromptHead>(
    `SELECT ${headColumns} FROM prompts AS p JOIN projects AS j ON j.user_id = $1 AND j.id = p.project_id
      WHERE p.user_id = $1 AND p.deleted_at IS NULL AND j.deleted_at IS NULL AND p.id > $2
      ORDER BY p.id LIMIT ${headsAtOnce + 1}`,
    [userId, from?.id ?? 0],
  );
  return partOf(heads, ({ id }) => ({ by: '', id }));
}

export async function readVersionHeads(
  reads: Reads,
  { userId, promptId, from }: { userId: number; promptId: number; from: ListPlace | null },
): Promise<VersionHeads | undefined> {
  const { by, id } = from ?? { by: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  const [[prompt], heads] = await Promise.all([
    reads.query<{ labels: string | null }>(
      `SELECT (attributes::jsonb -> 'labels')::text AS labels FROM prompts
        WHERE user_id = $1 AND id = $2 AND deleted_at IS NULL`,
      [userId, promptId],
    ),
    reads.query<VersionHead>(
      `SELECT ${versionColumns} FROM versions WHERE user_id = $1 AND prompt_id = $2 AND deleted_at IS NULL
        AND (version, id) < ($3::bigint, $4) ORDER BY version DESC, id DESC LIMIT ${headsAtOnce + 1}`,
      [userId, promptId, by, id],
    ),
  ]);
  if (prompt === undefined) return undefined;
  const labels = labelsIn(prompt.labels);
  return { ...partOf(heads, ({ version, id: last }) => ({ by: version, id: last })), labels };
}

function partOf<Row>(read: Row[], placeOfRow: (row: Row) => ListPlace): ListPart<Row> {
  const rows = read.slice(0, headsAtOnce);
  const last = rows.at(-1);
  return { rows, next: rows.length < read.length && last !== undefined ? placeOfRow(last) : null };
}

function idIn(segment: string): number | undefined {
  return readPathId(segment) ?? undefined;
}

function withLabels({ labels, ...prompt }: PromptRecord): FoundPrompt {
  return { prompt, labels: labelsIn(labels) };
}
