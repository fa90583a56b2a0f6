/** Lists the mutations of labels. */
import { z } from 'zod';
import { findRef, type RowRef, readStored } from '#shared/kinds/row.ts';
import { Id } from '#shared/model/ids.ts';
import { defineMutation, done, fields, refused } from '#shared/mutations/mutation.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import { Label } from './label-kind.ts';

const args = z.strictObject({ id: Id, projectId: Id, name: z.string() });

const createLabel = defineMutation({
  name: 'createLabel',
  args,
  lane: 'structure',
  route: { method: 'POST', pattern: '/api/projects/:projectId/labels' },
  request: ({ projectId, ...body }) => ({ method: 'POST', path: `/api/projects/${projectId}/labels`, body }),
  fromRequest: ({ params, body }) => ({ ...fields(body), ...params }),
  target: ({ id }) => ({ ref: labelRef(id), must: 'create' }),
  needs: ({ projectId }) => [{ type: 'project', id: projectId }],
  touches: ({ id, projectId }) => [
    { kind: 'row', ref: labelRef(id) },
    { kind: 'row', ref: { type: 'project', id: projectId } },
  ],
  apply(rows, row) {
    if (rows.live('project', row.projectId) === undefined) return refused('not_found');
    return done([putLabel(row)], row, 201);
  },
});

const renameLabel = defineMutation({
  name: 'renameLabel',
  args: args.omit({ projectId: true }),
  lane: 'structure',
  route: { method: 'PATCH', pattern: '/api/labels/:id' },
  request: ({ id, ...body }) => ({ method: 'PATCH', path: `/api/labels/${id}`, body }),
  fromRequest: ({ params, body }) => ({ ...fields(body), ...params }),
  target: ({ id }) => ({ ref: labelRef(id), must: 'exist' }),
  needs: () => [],
  touches: ({ id }) => [{ kind: 'row', ref: labelRef(id) }],
  apply(rows, { id, name }) {
    const there = rows.at(labelRef(id));
    if (there === undefined) return refused('not_found');
    const row = Label.parse({ ...there.row, name });
    return done([putLabel(row)], row);
  },
});

export const labelMutations = { createLabel, renameLabel } as const;

/** Its type is in no table of the app as it is: it exists where the registry has it. */
function labelRef(id: number): RowRef {
  const ref = findRef('label', id);
  if (ref === undefined) throw new Error('This build has no labels.');
  return ref;
}

function putLabel(row: Label): Write {
  const stored = readStored(labelRef(row.id), row, { rev: 0, seq: 0, deleted: false, by: null });
  if (stored === undefined) throw new Error('This is no label.');
  const { rev: _rev, seq: _seq, deleted: _deleted, by: _by, ...named } = stored;
  return { kind: 'put', ...named };
}
