/**
 * Reads the file that the app's own library export writes, of any size: a whole library, or only what waited in it to be
 * sent.
 *
 * 1. It is read twice: once for the places of its rows, then prompt by prompt with the versions of each.
 * 2. What waited goes with the row that it is about (`pending-changes.ts`).
 * 3. A row that cannot be read is refused by itself.
 */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { TestCase } from '#shared/model/checks/test-case.ts';
import { Project } from '#shared/model/project.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource, Sha256 } from '#shared/model/resource.ts';
import { KeptRun } from '#shared/model/run/kept-run.ts';
import { Version } from '#shared/model/version.ts';
import { bounds } from '../bounds.ts';
import { bytesOf, piecesOf } from '../bytes.ts';
import { type Candidate, type Pending, promptFromRows, refusedCandidate } from '../candidate.ts';
import { FileRefused, type InputFile, type Reason } from '../files.ts';
import { extensionOf } from '../paths.ts';
import { wrongFields } from '../tree/tree-yaml.ts';
import { inBlocks, type ZipBytes } from '../zip/zip-bytes.ts';
import { valueFormat } from './format.ts';
import { type JsonItem, jsonItems } from './json-items.ts';
import { PendingChanges, type PendingRef, type Place } from './pending-changes.ts';

type Found = {
  /** The account whose library it is, and the library that it is a copy of as a whole. */
  account: string;
  client: string | null;
  /** Rows that only a newer version of the app can read. */
  unknown: number;
  readonly waiting: PendingChanges;
  readonly projects: Project[];
  readonly prompts: (Place & Pick<Prompt, 'projectId' | 'id'>)[];
  readonly versions: Map<number, (Place & Pick<Version, 'version'>)[]>;
  readonly keptRuns: Map<number, Place[]>;
  readonly testCases: Map<number, Place[]>;
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

/** Reads an export whose first bytes are not those of one, since a person has changed it. */
export const libraryFormat = valueFormat({
  name: 'Promptory',
  find: (value, { file }) => (isLibraryJson(value) && extensionOf(file.path) === '.json' ? file : null),
  read: readLibraryJson,
});

function isLibraryJson(value: unknown): boolean {
  return z.looseObject({ format: z.literal('promptory-library') }).safeParse(value).success;
}

export async function* readLibraryJson(file: InputFile): AsyncGenerator<Candidate> {
  const { path } = file;
  const found = await placesIn(file);
  const bytes = await atPlaces(file);
  yield* found.refused;
  if (found.unknown > 0) yield refusedCandidate(path, notRead(found.unknown));
  const valueOfPlace = (place: Place) => valueAt(bytes, place);
  const pendingOf = (ref: PendingRef, basis: Pending['basis']) =>
    found.waiting.take(ref, { basis, client: found.client, valueOfPlace });
  const names = new Map(found.projects.map(({ id, name }) => [id, name]));
  const project = (id: number) => ({ id, name: names.get(id) ?? '' });
  for (const { id, name, color, createdAt, position = null, ...later } of found.projects) {
    const pending = await pendingOf({ type: 'project', id }, 'row');
    const row = { id, name, color, createdAt, position, later, ...pending };
    yield { kind: 'project', source: `${path}: ${name}`, ...row };
  }
  for await (const made of found.waiting.projects(path, { client: found.client, valueOfPlace })) {
    if (made.name !== '') names.set(made.pending.id, made.name);
    yield made;
  }
  for (const place of found.prompts) {
    const row = Prompt.parse(await valueOfPlace(place));
    const versions: Version[] = [];
    const places = found.versions.get(row.id)?.toSorted((a, b) => a.version - b.version) ?? [];
    found.versions.delete(row.id);
    for (const each of places) versions.push(Version.parse(await valueOfPlace(each)));
    const keptRuns = await rowsAt(KeptRun, found.keptRuns.get(row.id), valueOfPlace);
    found.keptRuns.delete(row.id);
    const testCases = await rowsAt(TestCase, found.testCases.get(row.id), valueOfPlace);
    found.testCases.delete(row.id);
    const pending = await pendingOf({ type: 'prompt', id: row.id }, 'row');
    const source = `${path}: ${row.title}`;
    const inside = { versions, keptRuns, testCases };
    yield promptFromRows(source, row, { project: project(row.projectId), ...inside, ...pending });
  }
  for (const _ of found.versions.keys()) {
    const sentence = message('These are versions of a prompt that is not in this file.');
    yield refusedCandidate(`${path}: versions`, { sentence });
  }
  for (const _ of found.keptRuns.keys()) {
    const sentence = message('These are kept runs of a prompt that is not in this file.');
    yield refusedCandidate(`${path}: keptRuns`, { sentence });
  }
  for (const _ of found.testCases.keys()) {
    const sentence = message('These are test cases of a prompt that is not in this file.');
    yield refusedCandidate(`${path}: testCases`, { sentence });
  }
  const others = { client: found.client, valueOfPlace, project };
  yield* found.waiting.prompts(path, others);
  const fileOf = (row: Resource) => {
    const content = found.files.get(row.sha256);
    return content === undefined ? null : packedFile(row, bytes, content);
  };
  for (const row of found.resources) {
    const pending = await pendingOf({ type: 'resource', id: row.id }, 'row');
    const known = { source: `${path}: ${row.name}`, project: project(row.projectId), account: found.account };
    yield { kind: 'file', ...known, row, name: row.name, file: fileOf(row), ...pending };
  }
  yield* found.waiting.files(path, { ...others, fileOf });
}

async function rowsAt<Schema extends z.ZodType>(
  schema: Schema,
  places: readonly Place[] = [],
  valueOfPlace: (place: Place) => Promise<unknown>,
): Promise<z.infer<Schema>[]> {
  const rows: z.infer<Schema>[] = [];
  for (const place of places) rows.push(schema.parse(await valueOfPlace(place)));
  return rows;
}

async function placesIn(file: InputFile): Promise<Found> {
  const found: Found = {
    ...{ account: '', client: null, unknown: 0, waiting: new PendingChanges() },
    ...{
      projects: [],
      prompts: [],
      versions: new Map(),
      keptRuns: new Map(),
      testCases: new Map(),
      resources: [],
      files: new Map(),
      refused: [],
    },
  };
  const counts = new Map<string, number>();
  for await (const item of jsonItems(file)) {
    const { key, value } = item;
    if (key === 'version' && value !== 1) throw newer();
    if (key === 'username' && typeof value === 'string') found.account = value;
    if (key === 'client' && typeof value === 'string') found.client = value;
    if (!item.isItem) continue;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    const reason = place(item, found);
    if (reason !== null) found.refused.push(refusedCandidate(`${file.path}: ${key}[${index}]`, reason));
  }
  return found;
}

/** Notes where a row lies, or the row itself where it is small; returns what is wrong with it. */
function place({ key, value, start, end }: JsonItem, found: Found): Reason | null {
  switch (key) {
    case 'projects':
      return kept(Project, value, (row) => found.projects.push(row));
    case 'prompts':
      return kept(Prompt, value, ({ id, projectId }) => found.prompts.push({ id, projectId, start, end }));
    case 'versions':
      return kept(Version, value, ({ promptId, version }) =>
        addTo(found.versions, promptId, { version, start, end }),
      );
    case 'keptRuns':
      return kept(KeptRun, value, ({ promptId }) => addTo(found.keptRuns, promptId, { start, end }));
    case 'testCases':
      return kept(TestCase, value, ({ promptId }) => addTo(found.testCases, promptId, { start, end }));
    case 'resources':
      return kept(Resource, value, (row) => found.resources.push(row));
    case 'files':
      return kept(PackedFile, value, ({ sha256 }) => found.files.set(sha256, { start, end }));
    case 'waiting':
      return found.waiting.add({ value, start, end });
    case 'unknown':
      found.unknown += 1;
      return null;
    default:
      return null;
  }
}

function addTo<Of>(lists: Map<number, Of[]>, id: number, one: Of): void {
  const others = lists.get(id);
  if (others === undefined) lists.set(id, [one]);
  else others.push(one);
}

function kept<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  keep: (row: z.infer<Schema>) => void,
): Reason | null {
  const parsed = schema.safeParse(value);
  if (parsed.success) keep(parsed.data);
  return parsed.success ? null : wrongFields(parsed.error);
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

function packedFile({ fileSize, createdAt, name }: Resource, bytes: ZipBytes, at: Place): InputFile {
  return {
    ...{ path: name, size: fileSize, modified: createdAt },
    async *stream() {
      const { base64 } = PackedFile.parse(await valueAt(bytes, at));
      yield Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    },
  };
}

function notRead(count: number): Reason {
  return {
    sentence: message(
      '{count, plural, one {# row is} other {# rows are}} of a newer Promptory, and cannot be read by this one.',
    ),
    values: { count },
  };
}

function newer(): FileRefused {
  return new FileRefused({
    sentence: message('This file was made by a newer Promptory. Update this one first.'),
  });
}
