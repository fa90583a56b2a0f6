/** Just enough of a sync server, in memory, for tests in which two devices write one prompt. */

import { type RowKey, rowKey, type Stored } from '#shared/kinds/row.ts';
import { newId, type RandomWords } from '#shared/model/ids.ts';
import { type ProblemCode, problemStatus } from '#shared/model/problem.ts';
import { decodeRequest } from '#shared/mutations/registry.ts';
import { RowSet } from '#shared/mutations/row-set.ts';
import { type Change, type PushMutation, type PushResult, parseMutationKey } from '#shared/sync/wire.ts';
import { type Library, readCursor } from '../../../data/database/library.ts';
import { applyPull } from '../../../data/feed/apply-pull.ts';
import { settleAnswer, takeBatch } from '../../../data/outbox/outbox-store.ts';

export function memoryFeed(random: RandomWords) {
  const rows = new RowSet();
  let seq = 0;

  function refuse(key: string, code: ProblemCode): PushResult {
    const status = problemStatus[code];
    return { key, status, body: { type: 'about:blank', title: code, status, code } };
  }

  function apply(mutation: PushMutation, left: Map<RowKey, number>): PushResult {
    const { key, method, path, body, ifMatch } = mutation;
    const decoded = decodeRequest({ method, path, body }, () => newId(random));
    if (!decoded.ok) return refuse(key, decoded.code);
    const { target } = decoded.mutation;
    const rev = rows.at(target.ref)?.rev;
    const expected = ifMatch === 'previous' ? left.get(rowKey(target.ref)) : ifMatch;
    if (target.must === 'exist' && expected !== rev) return refuse(key, 'changed_since');
    const by = parseMutationKey(key);
    const decision = decoded.mutation.apply(rows, { now: '2026-01-01T00:00:00.000Z', texts: 'asSent', by });
    if (!decision.ok) return refuse(key, decision.code);
    const revs: Record<string, number> = {};
    for (const write of decision.writes) {
      seq += 1;
      const before = rows.at(write);
      rows.write([write], by);
      const written = rows.at(write);
      if (written === undefined) continue;
      const stored: Stored = { ...written, rev: (before?.rev ?? 0) + 1, seq };
      rows.add(stored);
      revs[rowKey(write)] = stored.rev;
      left.set(rowKey(write), stored.rev);
    }
    return { key, status: decision.status, seq, revs };
  }

  async function push(library: Library): Promise<void> {
    const batch = await takeBatch(library);
    if (batch === null) return;
    const left = new Map<RowKey, number>();
    const results = batch.mutations.map((mutation) => apply(mutation, left));
    await settleAnswer(library, { seq, results });
  }

  async function pull(library: Library): Promise<void> {
    const since = (await readCursor(library))?.seq ?? 0;
    const changed = rows.all().filter((stored) => stored.seq > since);
    const changes = changed
      .sort((a, b) => a.seq - b.seq)
      .map(({ type, id, row, rev, seq: at, deleted }): Change => {
        const author = { device: 'elsewhere', at: '2026-01-01T00:00:00.000Z' };
        return { type, id, seq: at, rev, author, ...(deleted ? { deleted: true } : { row: { ...row } }) };
      });
    await applyPull(library, { cursor: `e.${seq}`, more: false, changes }, { allowRemovals: true });
  }

  return {
    async sync(library: Library): Promise<void> {
      await push(library);
      await pull(library);
    },
  };
}
