/** Outbox entries for tests, made the way `commit` makes them. */
import type { RowKey } from '#shared/kinds/row.ts';
import { rowKey } from '#shared/kinds/row.ts';
import { type ArgsOf, bind, type MutationName } from '#shared/mutations/registry.ts';
import type { OutboxEntry } from './outbox.ts';

/** The entry of this mutation at this place, never sent yet; `changes` say otherwise. */
export function entryExample<Name extends MutationName>(
  position: number,
  name: Name,
  args: ArgsOf<Name>,
  changes: Partial<OutboxEntry> = {},
): OutboxEntry {
  const bound = bind(name, args);
  if (!bound.ok) throw new Error(JSON.stringify(bound.errors));
  const target = rowKey(bound.mutation.target.ref);
  return {
    position,
    number: position,
    name,
    args,
    lane: bound.mutation.lane,
    target,
    guarded: bound.mutation.target.must === 'exist',
    writes: [target, ...written(name, args)],
    needs: bound.mutation.needs.map((ref) => rowKey(ref)),
    state: 'queued',
    ifMatch: null,
    attempts: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

function written(name: MutationName, args: object): RowKey[] {
  return name === 'saveVersion' && 'id' in args ? [`version:${String(args.id)}` as RowKey] : [];
}
