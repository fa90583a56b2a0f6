/**
 * Stores the entry of a commit as sent and returns its batch to the loop that waits for it (`started-commit.ts`).
 *
 * 1. Only where nothing else is in the outbox, and no person and no server has stopped the loop: then the batch is the
 *    one that `takeBatch` would take.
 * 2. What is stored as sent and never leaves this device, because the tab ends, is sent under the same key later, as
 *    any entry whose outcome is unknown.
 */
import { parseRowKey, type RowKey } from '#shared/kinds/row.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import { nextToSend } from '#shared/sync/next-to-send.ts';
import { accountOf } from '../database/account.ts';
import { type Library, readAcknowledged, readCursor } from '../database/library.ts';
import { readStoredLoop } from '../database/loop-memory.ts';
import type { MetaKey, MetaSource } from '../database/meta.ts';
import type { Batch, StartedCommit } from '../database/started-commit.ts';
import { baseTextOf, envelopeBytes, requestOf } from '../outbox/outbox-store.ts';
import { addFirstEntry, type NewEntry } from '../outbox/outbox-table.ts';

/** Whether an entry may be stored as sent, and what its batch names beside it. */
export type SendState = { readonly isFree: boolean } & Pick<Batch, 'known' | 'account'>;

/** The keys of `meta` that `readSendState` reads. */
export const sendMeta: readonly MetaKey[] = ['loop', 'takeOver', 'acknowledged', 'cursor', 'account'];

/** Reads inside the transaction of the commit, before it writes. `meta`: its database, or `sendMeta` of it. */
export async function readSendState({ db, user }: Library, meta: MetaSource): Promise<SendState> {
  const [waiting, loop, takeOver, acknowledged, cursor, account] = await Promise.all([
    db.outbox.count(),
    readStoredLoop(meta),
    meta.meta.get('takeOver'),
    readAcknowledged({ db: meta }),
    readCursor({ db: meta }),
    accountOf({ db: meta, user }),
  ]);
  const isStopped = loop.paused !== null || loop.notBefore !== null || takeOver !== undefined;
  return { isFree: waiting === 0 && !isStopped, known: acknowledged ?? cursor, account };
}

/** Inside the transaction of the commit. `before`: the rows that it touched. Returns false if it stored nothing. */
export async function sendWithCommit(
  library: Library,
  entry: NewEntry,
  { started, before, state }: { started: StartedCommit; before: RowSet; state: SendState },
): Promise<boolean> {
  const { db } = library;
  if (!state.isFree) return false;
  const ifMatch = baseOf(entry, before);
  const head = await addFirstEntry(db, { ...entry, state: 'sent', ifMatch: ifMatch ?? null });
  started.store({
    mutations: [{ ...requestOf(library, entry), ...(ifMatch === undefined ? {} : { ifMatch }) }],
    bases: [baseTextOf(entry)],
    positions: [head.position],
    acknowledged: entry.number - 1,
    bytes: head.bytes + envelopeBytes,
    isLast: true,
    oldestAt: Date.parse(entry.createdAt),
    known: state.known,
    account: state.account,
  });
  return true;
}

/** Returns the revision that it names; with nothing before it that is the confirmed one. */
function baseOf(entry: NewEntry, before: RowSet): number | undefined {
  const confirmedRev = (key: RowKey) => before.at(parseRowKey(key))?.rev;
  const limits = { mutations: 1, bytes: Number.POSITIVE_INFINITY };
  const [only] = nextToSend({ entries: [{ ...entry, position: 1 }], confirmedRev, size: () => 0, limits });
  return typeof only?.ifMatch === 'number' ? only.ifMatch : undefined;
}
