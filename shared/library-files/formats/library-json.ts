/** Reads the file that the app's own library export writes. What waited in it to be sent is in its rows. */
import { z } from 'zod';
import { message } from '#shared/language/message.ts';
import { Project } from '#shared/model/project.ts';
import { Prompt } from '#shared/model/prompt.ts';
import { Resource, Sha256 } from '#shared/model/resource.ts';
import { Version } from '#shared/model/version.ts';
import {
  type Candidate,
  type CandidateProject,
  type CandidateVersion,
  promptCandidate,
} from '../candidate.ts';
import { FileRefused, type InputFile } from '../files.ts';

const LibraryJson = z.looseObject({
  format: z.literal('promptory-library'),
  version: z.literal(1),
  projects: z.array(Project).default([]),
  prompts: z.array(Prompt).default([]),
  versions: z.array(Version).default([]),
  resources: z.array(Resource).default([]),
  files: z.array(z.looseObject({ sha256: Sha256, base64: z.base64() })).default([]),
});

export function isLibraryJson(value: unknown): boolean {
  return z.looseObject({ format: z.literal('promptory-library') }).safeParse(value).success;
}

export function* readLibraryJson(path: string, value: unknown): Generator<Candidate> {
  const parsed = LibraryJson.safeParse(value);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    throw new FileRefused({
      sentence: message('The field "{field}" is missing, or is not what it should be.'),
      values: { field },
    });
  }
  const { projects, prompts, versions, resources, files } = parsed.data;
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const project = (id: number) => ({ id, name: names.get(id) ?? '' });
  for (const { id, name, color, createdAt, position = null, ...later } of projects) {
    yield { kind: 'project', source: `${path}: ${name}`, id, name, color, createdAt, position, later };
  }
  const byPrompt = Map.groupBy(versions, ({ promptId }) => promptId);
  for (const prompt of prompts) {
    const own = byPrompt.get(prompt.id)?.toSorted((a, b) => a.version - b.version) ?? [];
    yield promptOf(`${path}: ${prompt.title}`, prompt, { project: project(prompt.projectId), versions: own });
  }
  const blobs = new Map(files.map(({ sha256, base64 }) => [sha256, base64]));
  for (const row of resources) {
    const source = `${path}: ${row.name}`;
    yield {
      kind: 'file',
      source,
      project: project(row.projectId),
      row,
      name: row.name,
      file: fileOf(row, blobs),
    };
  }
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

function fileOf({ sha256, createdAt, name }: Resource, blobs: ReadonlyMap<string, string>): InputFile | null {
  const base64 = blobs.get(sha256);
  if (base64 === undefined) return null;
  const size = Math.floor((base64.replace(/=+$/, '').length * 3) / 4);
  return {
    ...{ path: name, size, modified: createdAt },
    async *stream() {
      yield Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    },
  };
}
