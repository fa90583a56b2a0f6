/** What the loop does to the outbox. Each step is one transaction, so that tabs cannot see half of it. */
import { limits } from '#shared/model/limits.ts';
import type { RowKey } from '#shared/model/row.ts';
import { rowKey } from '#shared/model/row.ts';
import { bind } from '#shared/mutations/registry.ts';
import { nextToSend } from '#shared/sync/next-to-send.ts';
import { type OutboxEntry, transition } from '#shared/sync/outbox.ts';
import { settlePush } from '#shared/sync/settle-push.ts';
import { mutationKey, type PushAnswer, type PushMutation } from '#shared/sync/wire.ts';
import type { Library } from './library.ts';
import { readConfirmed } from './shown-rows.ts';

export type Batch = { mutations: PushMutation[]; acknowledged: number };

/**
 * Marks what is to be sent as sent, before a byte leaves: from here on its outcome is unknown until an
 * answer comes, in this tab or, after a crash, in another. Null where there is nothing to send.
 */
export async function takeBatch(library: Library, mostMutations: number): Promise<Batch | null> {
  const { db } = library;
  return db.transaction('rw', db.everything, async () => {
    const entries = await db.outbox.orderBy('position').toArray();
    if (!entries.some((entry) => entry.state === 'queued' || entry.state === 'sent')) return null;
    const targets = [...new Set(entries.map((entry) => entry.target))];
    const revs = new Map<RowKey, number>();
    for (const stored of await readConfirmed(db, targets)) revs.set(rowKey(stored), stored.rev);
    const requests = new Map<number, PushMutation>();
    const sendings = nextToSend({
      entries,
      confirmedRev: (key) => revs.get(key),
      size: (entry) => JSON.stringify(requestOf(library, entry, requests)).length,
      limits: { mutations: mostMutations, bytes: limits.pushBytes },
    });
    if (sendings.length === 0) return null;
    await db.outbox.bulkPut(
      sendings.map(({ entry, ifMatch }) => ({
        ...(entry.state === 'sent' ? entry : transition(entry, 'sent')),
        ifMatch: typeof ifMatch === 'number' ? ifMatch : null,
      })),
    );
    const mutations = sendings.map(({ entry, ifMatch }) => ({
      ...requestOf(library, entry, requests),
      ...(ifMatch === undefined ? {} : { ifMatch }),
    }));
    return { mutations, acknowledged: heardUpTo(entries) };
  });
}

function requestOf(library: Library, entry: OutboxEntry, made: Map<number, PushMutation>): PushMutation {
  const known = made.get(entry.position);
  if (known !== undefined) return known;
  const bound = bind(entry.name, entry.args);
  // An entry that its own schema refuses (written by another version) still goes out by its name, so that
  // the server says what is wrong with it and the person sees it; it is never dropped here.
  const request = bound.ok
    ? bound.mutation.request
    : { method: 'POST' as const, path: `/api/unreadable/${entry.name}`, body: entry.args };
  const mutation = { key: mutationKey(library.client, entry.number), ...request };
  made.set(entry.position, mutation);
  return mutation;
}

/** Every number up to this one was answered or was never used. */
function heardUpTo(entries: readonly OutboxEntry[]): number {
  const open = entries.filter((entry) => entry.state === 'queued' || entry.state === 'sent');
  return open.reduce((least, entry) => Math.min(least, entry.number), Number.MAX_SAFE_INTEGER) - 1;
}

export type SettledPush = { signIn: boolean; again: boolean; stale: boolean; changed: number };

/** Settles a whole answer in one transaction; nothing but outbox states changes. */
export async function settleAnswer(library: Library, answer: PushAnswer): Promise<SettledPush> {
  const { db } = library;
  return db.transaction('rw', db.outbox, async () => {
    const entries = await db.outbox.orderBy('position').toArray();
    const settled = settlePush(entries, answer, (entry) => mutationKey(library.client, entry.number));
    await db.outbox.bulkPut(settled.changed);
    const { signIn, again } = settled;
    const stale = settled.changed.some((entry) => entry.state === 'stale');
    return { signIn, again, stale, changed: settled.changed.length };
  });
}

/** Everything that waits, oldest first. */
export function readOutbox(library: Library): Promise<OutboxEntry[]> {
  return library.db.outbox.orderBy('position').toArray();
}
