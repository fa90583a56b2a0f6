import { z } from 'zod';
import { defaultProjectColor, NewProjectColor } from '#shared/model/colors.ts';
import { Id } from '#shared/model/ids.ts';
import { PastTime } from '#shared/model/past-row.ts';
import { Position } from '#shared/model/position.ts';
import { type Project, ProjectName } from '#shared/model/project.ts';
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
import { deletePromptWrites } from './prompt-lifecycle.ts';
import type { Write } from './row-set.ts';

const createProject = defineMutation({
  name: 'createProject',
  effect: 'create',
  args: z.strictObject({
    id: Id,
    name: ProjectName,
    color: NewProjectColor,
    createdAt: PastTime.optional(),
    /** See `OnConflict`: the project is renamed. */
    onConflict: OnConflict.optional(),
  }),
  lane: 'structure',
  route: { method: 'POST', pattern: '/api/projects' },
  request: (args) => ({ method: 'POST', path: '/api/projects', body: args }),
  fromRequest: ({ body }, draw) => withId({ color: defaultProjectColor, ...fields(body) }, draw),
  target: ({ id }) => ({ ref: { type: 'project', id }, must: 'create' }),
  needs: () => [],
  touches: ({ id }) => [{ kind: 'row', ref: { type: 'project', id } }],
  apply(rows, { id, name, color, createdAt: past, onConflict }, { now }) {
    const there = rows.live('project', id);
    if (there !== undefined) {
      if (onConflict === undefined) return refused('id_taken');
      const row: Project = { ...there, name };
      return done(name === there.name ? [] : [{ kind: 'put', type: 'project', id, row }], row);
    }
    const createdAt = rows.stored('project', id)?.row.createdAt ?? past ?? now;
    const row: Project = { id, name, color, createdAt };
    return done([{ kind: 'put', type: 'project', id, row }], row, 201);
  },
  onceThere(rows, args) {
    const isNew = rows.live('project', args.id) === undefined;
    return isNew || args.onConflict !== undefined ? args : { ...args, onConflict: updateOnConflict };
  },
});

const renameProject = defineMutation({
  name: 'renameProject',
  isRenaming: true,
  args: z
    .strictObject({ id: Id, name: ProjectName.optional(), color: NewProjectColor.optional() })
    .refine(({ name, color }) => name !== undefined || color !== undefined, 'A name or a color is needed.'),
  lane: 'structure',
  route: { method: 'PATCH', pattern: '/api/projects/:id' },
  request: ({ id, name, color }) => ({ method: 'PATCH', path: `/api/projects/${id}`, body: { name, color } }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'project', id }, must: 'exist' }),
  needs: () => [],
  touches: ({ id }) => [{ kind: 'row', ref: { type: 'project', id } }],
  apply(rows, { id, name, color }) {
    const before = rows.stored('project', id);
    if (before === undefined) return refused('not_found');
    const row: Project = { ...before.row };
    if (name !== undefined) row.name = name;
    if (color !== undefined) row.color = color;
    return done([{ kind: 'put', type: 'project', id, row }], row);
  },
});

/** Moves a project in the person's own order. The last move wins. */
const moveProject = defineMutation({
  name: 'moveProject',
  /** `position`: null: it stands at its creation again. */
  args: z.strictObject({ id: Id, position: Position.nullable() }),
  lane: 'structure',
  route: { method: 'PUT', pattern: '/api/projects/:id/position' },
  request: ({ id, position }) => ({
    method: 'PUT',
    path: `/api/projects/${id}/position`,
    body: { position },
  }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'project', id }, must: 'exist' }),
  needs: () => [],
  touches: ({ id }) => [{ kind: 'row', ref: { type: 'project', id } }],
  apply(rows, { id, position }) {
    const before = rows.stored('project', id);
    if (before === undefined) return refused('not_found');
    const { position: _before, ...rest } = before.row;
    const row: Project = position === null ? rest : { ...rest, position };
    return done([{ kind: 'put', type: 'project', id, row }], row);
  },
});

/** Whole or not at all: something inside that its author had not seen keeps the project with all of it. */
export const deleteProject = defineMutation({
  name: 'deleteProject',
  effect: 'delete',
  args: z.strictObject({ id: Id, seen: Seen.optional() }),
  lane: 'structure',
  route: { method: 'DELETE', pattern: '/api/projects/:id' },
  request: ({ id, seen }) => ({ method: 'DELETE', path: `/api/projects/${id}`, body: { seen } }),
  fromRequest: ({ params, body }) => ({ ...fields(body), id: params.id }),
  target: ({ id }) => ({ ref: { type: 'project', id }, must: 'any' }),
  needs: () => [],
  touches: ({ id }) => [
    { kind: 'row', ref: { type: 'project', id } },
    { kind: 'contentsOf', projectId: id },
  ],
  bulk: ({ id, seen }) => ({ rows: { kind: 'contentsOf', projectId: id }, seen }),
  apply(rows, { id, seen }, context) {
    const project = rows.stored('project', id);
    const gone = alreadyGone(id, seen);
    if (project === undefined || (project.deleted && !gone.ok)) return gone;
    // A device reads its tombstone before those of what was inside, perhaps pages before them.
    const isGone = project.deleted;
    if (!isGone && !wasSeen(project, seen, context)) return refused('changed_since');
    const writes: Write[] = isGone ? [] : [{ kind: 'delete', type: 'project', id }];
    for (const prompt of rows.promptsOf(id)) {
      const inside = deletePromptWrites(rows, prompt, seen, context);
      if (inside !== null) writes.push(...inside);
      else if (!isGone) return refused('changed_since');
    }
    for (const resource of rows.resourcesOf(id)) {
      if (resource.deleted) continue;
      if (wasSeen(resource, seen, context))
        writes.push({ kind: 'delete', type: 'resource', id: resource.id });
      else if (!isGone) return refused('changed_since');
    }
    return done(writes, { id });
  },
});

export const projectMutations = { createProject, renameProject, moveProject, deleteProject } as const;
