/**
 * The rows of files. The bytes go their own way: the row is there first, and says by its SHA-256 which bytes
 * it is about and by `available` whether the server has them.
 */
import { z } from 'zod';
import { FileType } from '#shared/model/file-type.ts';
import { Id } from '#shared/model/ids.ts';
import { PastTime } from '#shared/model/past-row.ts';
import {
  FileSize,
  OriginalFilename,
  type Resource,
  ResourceDescription,
  ResourceName,
  Sha256,
} from '#shared/model/resource.ts';
import {
  alreadyGone,
  defineMutation,
  done,
  fields,
  OnConflict,
  refused,
  Seen,
  updateOnConflict,
  wasSeen,
  withId,
} from './mutation.ts';
import { projectShellWrites } from './prompt-lifecycle.ts';
import { putResource } from './row-set.ts';

const createResource = defineMutation({
  name: 'createResource',
  effect: 'create',
  args: z.strictObject({
    id: Id,
    projectId: Id,
    name: ResourceName,
    originalFilename: OriginalFilename,
    description: ResourceDescription,
    fileType: FileType,
    fileSize: FileSize,
    sha256: Sha256,
    createdAt: PastTime.optional(),
    /** See `OnConflict`: the name and the description are updated. */
    onConflict: OnConflict.optional(),
  }),
  lane: 'structure',
  route: { method: 'POST', pattern: '/api/projects/:id/resources' },
  request: ({ projectId, ...body }) => ({
    method: 'POST',
    path: `/api/projects/${projectId}/resources`,
    body,
  }),
  fromRequest: ({ params, body }, draw) =>
    withId({ description: '', ...fields(body), projectId: params.id }, draw),
  target: ({ id }) => ({ ref: { type: 'resource', id }, must: 'create' }),
  needs: ({ projectId }) => [{ type: 'project', id: projectId }],
  touches: ({ id, projectId, sha256 }) => [
    { kind: 'row', ref: { type: 'resource', id } },
    { kind: 'row', ref: { type: 'project', id: projectId } },
    { kind: 'sameBytes', sha256 },
  ],
  apply(rows, { onConflict, createdAt: past, ...args }, { now }) {
    const there = rows.live('resource', args.id);
    if (there !== undefined) {
      if (onConflict === undefined) return refused('id_taken');
      const row: Resource = { ...there, name: args.name, description: args.description };
      const same = there.name === row.name && there.description === row.description;
      return done(same ? [] : [putResource(row)], row);
    }
    const shell = projectShellWrites(rows, args.projectId);
    if (shell === null) return refused('not_found');
    const createdAt = rows.stored('resource', args.id)?.row.createdAt ?? past ?? now;
    const row: Resource = { ...args, createdAt, available: rows.hasBytes(args) };
    return done([...shell, putResource(row)], row, 201);
  },
  onceThere(rows, args) {
    const isNew = rows.live('resource', args.id) === undefined;
    return isNew || args.onConflict !== undefined ? args : { ...args, onConflict: updateOnConflict };
  },
});

/** Name and description; each stands by itself, and the later one to arrive stays. */
const updateResource = defineMutation({
  name: 'updateResource',
  isRenaming: true,
  args: z
    .strictObject({
      id: Id,
      name: ResourceName.optional(),
      description: ResourceDescription.optional(),
    })
    .refine(({ name, description }) => name !== undefined || description !== undefined),
  lane: 'structure',
  route: { method: 'PATCH', pattern: '/api/resources/:id' },
  request: ({ id, ...body }) => ({ method: 'PATCH', path: `/api/resources/${id}`, body }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'resource', id }, must: 'exist' }),
  needs: () => [],
  touches: ({ id }) => [
    { kind: 'row', ref: { type: 'resource', id } },
    { kind: 'shellOf', resourceId: id },
  ],
  apply(rows, { id, name, description }) {
    const before = rows.stored('resource', id);
    if (before === undefined) return refused('not_found');
    const row: Resource = { ...before.row };
    if (name !== undefined) row.name = name;
    if (description !== undefined) row.description = description;
    const shell = before.deleted ? (projectShellWrites(rows, row.projectId) ?? []) : [];
    return done([...shell, putResource(row)], row);
  },
});

const deleteResource = defineMutation({
  name: 'deleteResource',
  effect: 'delete',
  args: z.strictObject({ id: Id, seen: Seen.optional() }),
  lane: 'structure',
  route: { method: 'DELETE', pattern: '/api/resources/:id' },
  request: ({ id, seen }) => ({ method: 'DELETE', path: `/api/resources/${id}`, body: { seen } }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'resource', id }, must: 'any' }),
  needs: () => [],
  touches: ({ id }) => [{ kind: 'row', ref: { type: 'resource', id } }],
  apply(rows, { id, seen }, context) {
    const resource = rows.stored('resource', id);
    if (resource === undefined || resource.deleted) return alreadyGone(id, seen);
    if (!wasSeen(resource, seen, context)) return refused('changed_since');
    return done([{ kind: 'delete', type: 'resource', id }], { id, projectId: resource.row.projectId });
  },
});

export const resourceMutations = { createResource, updateResource, deleteResource } as const;
