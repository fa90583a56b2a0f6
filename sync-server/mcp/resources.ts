/**
 * Lists the uploaded files of a library as resources, and reads them. A page is a part of one project's files; a project
 * without any is passed over, at most fifty in one request.
 */
import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/server';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PathId } from '#shared/model/ids.ts';
import type { Project } from '#shared/model/project.ts';
import type { Resource } from '#shared/model/resource.ts';
import { type Caller, invalidParams, type McpDeps } from './caller.ts';
import { cursorOf, placeIn } from './pages.ts';

type Deps = Pick<McpDeps, 'library' | 'openBlob'>;

const prefix = 'promptory://files/';
const mostPassed = 50;

/** `from`: a place in the list of the project's files. */
const Place = z.object({
  project: z.int(),
  from: z.object({ by: z.union([z.string(), z.number()]), id: z.int() }).nullable(),
});

export const resourceTemplates = [
  {
    uriTemplate: `${prefix}{id}`,
    name: 'file',
    title: 'An uploaded file',
    description: 'A file of the library by its id.',
  },
];

export async function listResources(
  { library }: Deps,
  { userId, onlyProject }: Caller,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const projects: Project[] = [];
  for await (const part of (await library.projects(userId, onlyProject)) ?? []) projects.push(...part);
  const place = placeIn(Place, cursor);
  const first = place === undefined ? 0 : projects.findIndex(({ id }) => id === place.project);
  if (first === -1) return { resources: [] };
  for (let at = first; at < projects.length; at += 1) {
    const project = projects[at];
    if (project === undefined) break;
    if (at - first === mostPassed) {
      return { resources: [], nextCursor: cursorOf({ project: project.id, from: null }) };
    }
    const from = at === first ? (place?.from ?? null) : null;
    const part = await library.resourcesFrom(userId, project.id, from);
    if (part === undefined || part.rows.length === 0) continue;
    const following = projects[at + 1];
    const next =
      part.next !== null
        ? { project: project.id, from: part.next }
        : following && { project: following.id, from: null };
    const resources = part.rows.map((row) => resourceOf(row, project.name));
    return { resources, ...(next && { nextCursor: cursorOf(next) }) };
  }
  return { resources: [] };
}

function resourceOf(
  { id, originalFilename, name: title, description, fileType, fileSize, createdAt }: Resource,
  projectName: string,
) {
  return {
    ...{ uri: `${prefix}${id}`, name: originalFilename, title, mimeType: fileType, size: fileSize },
    ...(description !== '' && { description }),
    annotations: { lastModified: createdAt },
    _meta: { 'promptory/project': projectName },
  };
}

export async function readResource(
  { openBlob }: Deps,
  { userId, onlyProject }: Caller,
  uri: string,
): Promise<ReadResourceResult> {
  const id = PathId.safeParse(uri.startsWith(prefix) ? uri.slice(prefix.length) : '');
  const opened = id.success ? await openBlob(userId, id.data) : undefined;
  // Of a file of another project nothing is known here, so such a token learns nothing of it.
  if (opened?.kind === 'bytes_missing' && onlyProject === null)
    throw invalidParams('This file has not been uploaded completely yet.');
  const isReached =
    opened?.kind === 'open' && (onlyProject === null || opened.resource.projectId === onlyProject);
  if (!isReached) throw new ResourceNotFoundError(uri);
  const { resource, file } = opened;
  const bytes = Buffer.from(await new Response(file.read(0, file.size)).arrayBuffer());
  const about = { uri, mimeType: resource.fileType };
  const isText = /^text\/|^application\/json$/.test(resource.fileType);
  return {
    contents: [
      isText ? { ...about, text: bytes.toString('utf8') } : { ...about, blob: bytes.toString('base64') },
    ],
  };
}
