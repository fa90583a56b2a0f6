/**
 * Reads the file that the app's own library export writes, of any size. What waited in it to be sent is in its rows.
 *
 * 1. It is read twice: once for the places of its rows, then prompt by prompt with the versions of each.
 * 2. A row that cannot be read is refused by itself.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { Project } from '#shared/model/project.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource, Sha256 } from '#shared/model/resource.ts';
import { Version } from '#shared/model/version.ts';
import { bounds } from '../bounds.ts';
import { bytesOf, piecesOf } from '../bytes.ts';
import {
  type Candidate,
  type CandidateProject,
  type CandidateVersion,
  promptCandidate,
  refusedCandidate,
} from '../candidate.ts';
import { FileRefused, type InputFile } from '../files.ts';
import { wrongFields } from '../tree/tree-yaml.ts';
import { inBlocks, type ZipBytes } from '../zip/zip-bytes.ts';
import { type JsonItem, jsonItems } from './json-items.ts';

/** Locates a row in the file. */
type Place = Pick<JsonItem, 'start' | 'end'>;

type Found = {
  readonly projects: Project[];
  readonly prompts: (Place & Pick<Prompt, 'projectId' | 'id'>)[];
  readonly versions: Map<number, (Place & Pick<Version, 'version'>)[]>;
  readonly resources: Resource[];
  readonly files: Map<string, Place>;
  readonly refused: Candidate[];
};

const PackedFile = z.looseObject({ sha256: Sha256, base64: z.base64() });
const beginning = /^\ufeff?\s*\{\s*"format"\s*:\s*"promptory-library"/;

/** Returns true for a file that begins as an export does, without reading more of it. */
export async function beginsAsLibrary(file: InputFile): Promise<boolean> {
  for await (const piece of piecesOf(file))
    return beginning.test(new TextDecoder().decode(piece.subarray(0, 1024)));
  return false;
}

export function isLibraryJson(value: unknown): boolean {
  return z.looseObject({ format: z.literal('promptory-library') }).safeParse(value).success;
}

export async function* readLibraryJson(file: InputFile): AsyncGenerator<Candidate> {
  const { path } = file;
  const found = await placesIn(file);
  const bytes = await atPlaces(file);
  yield* found.refused;
  const names = new Map(found.projects.map(({ id, name }) => [id, name]));
  const project = (id: number) => ({ id, name: names.get(id) ?? '' });
  for (const { id, name, color, createdAt, position = null, ...later } of found.projects) {
    yield { kind: 'project', source: `${path}: ${name}`, id, name, color, createdAt, position, later };
  }
  for (const place of found.prompts) {
    const row = Prompt.parse(await valueAt(bytes, place));
    const versions: Version[] = [];
    const places = found.versions.get(row.id)?.toSorted((a, b) => a.version - b.version) ?? [];
    for (const each of places) versions.push(Version.parse(await valueAt(bytes, each)));
    yield promptOf(`${path}: ${row.title}`, row, { project: project(row.projectId), versions });
  }
  for (const row of found.resources) {
    const content = found.files.get(row.sha256);
    yield {
      ...{
        kind: 'file',
        source: `${path}: ${row.name}`,
        project: project(row.projectId),
        row,
        name: row.name,
      },
      file: content === undefined ? null : fileOf(row, bytes, content),
    };
  }
}

async function placesIn(file: InputFile): Promise<Found> {
  const found: Found = {
    ...{ projects: [], prompts: [], versions: new Map(), resources: [], files: new Map(), refused: [] },
  };
  const counts = new Map<string, number>();
  for await (const item of jsonItems(file)) {
    if (item.key === 'version' && item.value !== 1) throw newer();
    if (!item.isItem) continue;
    const index = counts.get(item.key) ?? 0;
    counts.set(item.key, index + 1);
    const error = place(item, found);
    if (error !== null)
      found.refused.push(refusedCandidate(`${file.path}: ${item.key}[${index}]`, wrongFields(error)));
  }
  return found;
}

/** Notes where a row lies, or the row itself where it is small; returns what is wrong with it. */
function place({ key, value, start, end }: JsonItem, found: Found): z.ZodError | null {
  switch (key) {
    case 'projects':
      return kept(Project, value, (row) => found.projects.push(row));
    case 'prompts':
      return kept(Prompt, value, ({ id, projectId }) => found.prompts.push({ id, projectId, start, end }));
    case 'versions':
      return kept(Version, value, ({ promptId, version }) => {
        const others = found.versions.get(promptId);
        if (others === undefined) found.versions.set(promptId, [{ version, start, end }]);
        else others.push({ version, start, end });
      });
    case 'resources':
      return kept(Resource, value, (row) => found.resources.push(row));
    case 'files':
      return kept(PackedFile, value, ({ sha256 }) => found.files.set(sha256, { start, end }));
    default:
      return null;
  }
}

function kept<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  keep: (row: z.infer<Schema>) => void,
): z.ZodError | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) keep(parsed.data);
  return parsed.success ? null : parsed.error;
}

/** A file that cannot be read at a place, being packed, is held. */
async function atPlaces(file: InputFile): Promise<ZipBytes> {
  const { size } = file;
  if (file.slice === undefined) {
    const bytes = await bytesOf(file, bounds.heldBytes);
    return { size, slice: async (start, end) => bytes.subarray(start, end) };
  }
  return inBlocks({
    size,
    slice: async (start, end) => (await file.slice?.(start, end)) ?? new Uint8Array(),
  });
}

async function valueAt(bytes: ZipBytes, { start, end }: Place): Promise<unknown> {
  return JSON.parse(new TextDecoder().decode(await bytes.slice(start, end)));
}

function promptOf(
  source: string,
  row: Prompt,
  { project, versions }: { project: CandidateProject; versions: readonly Version[] },
): Candidate {
  const {
    id,
    projectId: _in,
    title,
    content,
    notes,
    createdAt,
    lastVersion,
    attributes = {},
    ...later
  } = row;
  const own = versions.map((version): CandidateVersion => {
    const { id: versionId, promptId: _of, version: number, content: text, ...others } = version;
    const { description, createdAt: at, original, conflict, ...more } = others;
    const texts = { content: text, description, original };
    return { id: versionId, version: number, ...texts, createdAt: at, conflict, later: more };
  });
  const known = { source, project, id, title, content, notes, createdAt, lastVersion, attributes, later };
  return promptCandidate({ ...known, versions: own });
}

function fileOf({ fileSize, createdAt, name }: Resource, bytes: ZipBytes, at: Place): InputFile {
  return {
    ...{ path: name, size: fileSize, modified: createdAt },
    async *stream() {
      const { base64 } = PackedFile.parse(await valueAt(bytes, at));
      yield Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    },
  };
}

function newer(): FileRefused {
  return new FileRefused({
    sentence: message('This file was made by a newer Promptory. Update this one first.'),
  });
}
