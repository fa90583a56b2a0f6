/** Rows and mutations for tests of what a mutation decides: a project 1 with a prompt 2 and its versions. */
import type { Stored } from '#shared/kinds/row.ts';
import type { ApplyContext } from './mutation.ts';
import { bind, type MutationName } from './registry.ts';
import { RowSet } from './row-set.ts';

const at = '2026-01-01T00:00:00.000Z';
export const context: ApplyContext = { now: at, texts: 'asSent', by: { client: 'c1', number: 7 } };
export const merging: ApplyContext = { ...context, texts: 'merge' };
const stands = { rev: 1, deleted: false, by: null };
export const note = (id: string, content: string) => ({ id, content, createdAt: at });
export const notes = (...all: ReturnType<typeof note>[]) => JSON.stringify(all);

export const project = (more: Partial<Stored<'project'>> = {}): Stored<'project'> => ({
  ...stands,
  type: 'project',
  id: 1,
  seq: 1,
  row: { id: 1, name: 'P', color: 'red', createdAt: at },
  ...more,
});

export const prompt = (
  more: Partial<Stored<'prompt'>> = {},
  row: Partial<Stored<'prompt'>['row']> = {},
): Stored<'prompt'> => ({
  ...stands,
  type: 'prompt',
  id: 2,
  seq: 5,
  ...more,
  row: { id: 2, projectId: 1, title: 'T', content: 'text', notes: '', createdAt: at, lastVersion: 2, ...row },
});

export const version = (
  id: number,
  more: Partial<Stored<'version'>> = {},
  row: Partial<Stored<'version'>['row']> = {},
): Stored<'version'> => ({
  ...stands,
  type: 'version',
  id,
  seq: id,
  ...more,
  row: {
    ...{ id, promptId: 2, version: id - 10, content: `saved ${id}`, description: 'v', createdAt: at },
    ...{ original: null, conflict: null },
    ...row,
  },
});

export function decided(
  name: MutationName,
  args: Record<string, unknown>,
  rows: readonly Stored[],
  how: ApplyContext = context,
) {
  const bound = bind(name, args);
  if (!bound.ok) throw new Error('the example is not valid');
  const decision = bound.mutation.apply(new RowSet(rows), how);
  if (!decision.ok) return decision.code;
  return decision.writes.map((write) =>
    write.kind === 'put'
      ? `put ${write.type} ${write.id}${'content' in write.row ? `: ${write.row.content}` : ''}`
      : `${write.kind} ${write.type} ${write.id}`,
  );
}

/** Returns the arguments of a waiting mutation upon newer rows. */
export function rebased(name: MutationName, args: Record<string, unknown>, rows: readonly Stored[]) {
  const bound = bind(name, args);
  if (!bound.ok) throw new Error('the example is not valid');
  return bound.mutation.rebase(new RowSet(rows), () => ({
    id: 90,
    description: 'Kept',
    conflict: 'unreviewed',
  }));
}
