/** What one transaction may do to a user's library; see `library-port.ts`. */
import { and, eq, sql } from 'drizzle-orm';
import { type RowKey, type RowRef, rowKey } from '#shared/kinds/row.ts';
import type { Write } from '#shared/mutations/row-set.ts';
import type {
  Attempt,
  Authorship,
  LibraryTransaction,
  PortionSize,
  Saved,
  Synchronous,
} from '../library-port.ts';
import { createBlobRecords } from './blob-records.ts';
import type { BulkChanges } from './bulk-changes.ts';
import { createBulkChecks } from './bulk-checks.ts';
import { findRow, loadTouched } from './load-touched.ts';
import type { OpenDatabase } from './open-database.ts';
import { changeParameters } from './row-records.ts';
import type { RowStatements } from './row-statements.ts';
import { users } from './schema-accounts.ts';
import { clientFloors, keptAnswers } from './schema-library.ts';

/** One for the life of the server; the user is chosen for each transaction. */
export function createLibraryTransactions(
  { connection, orm }: OpenDatabase,
  { rows, bulkChanges, portion }: { rows: RowStatements; bulkChanges: BulkChanges; portion: PortionSize },
): (userId: number) => LibraryTransaction {
  const given = (name: string) => sql.placeholder(name);
  const checks = createBulkChecks(connection, portion);
  const seqOf = orm
    .select({ seq: users.nextSeq, rows: users.rowCount, textBytes: users.textBytes })
    .from(users)
    .where(eq(users.id, given('userId')))
    .prepare();
  const moveSeq = orm
    .update(users)
    .set({ nextSeq: sql`${given('seq')}` })
    .where(eq(users.id, given('userId')))
    .prepare();
  const isKey = and(
    eq(keptAnswers.userId, given('userId')),
    eq(keptAnswers.client, given('client')),
    eq(keptAnswers.number, given('number')),
  );
  const findAnswer = orm.select().from(keptAnswers).where(isKey).prepare();
  const addAnswer = orm
    .insert(keptAnswers)
    .values({
      userId: given('userId'),
      client: given('client'),
      number: given('number'),
      requestHash: given('requestHash'),
      answer: given('answer'),
    })
    .prepare();
  // Some at a time: what is left over goes with the next acknowledgements, and nobody asks for it meanwhile.
  const dropAnswers = connection.prepare<{ userId: number; client: string; floor: number }>(
    `DELETE FROM kept_answers WHERE rowid IN (SELECT rowid FROM kept_answers
      WHERE user_id = :userId AND client = :client AND number <= :floor LIMIT 1000)`,
  );
  const isClient = and(eq(clientFloors.userId, given('userId')), eq(clientFloors.client, given('client')));
  const findFloor = orm.select().from(clientFloors).where(isClient).prepare();
  const raiseFloor = orm
    .insert(clientFloors)
    .values({ userId: given('userId'), client: given('client'), floor: given('floor') })
    .onConflictDoUpdate({
      target: [clientFloors.userId, clientFloors.client],
      set: { floor: sql`max(${clientFloors.floor}, excluded.floor)` },
    })
    .prepare();
  const blobRecords = createBlobRecords(orm, rows);
  const savepoint = connection.transaction((act: () => void) => act());

  return (userId) => {
    function saveOne(write: Write, seq: number, authorship: Authorship): number {
      const change = { userId, id: write.id, ...changeParameters(seq, authorship) };
      if (write.kind !== 'put') {
        const marked = { ...change, deletedAt: write.kind === 'delete' ? authorship.at : null };
        return revAfter(markStatement(write).get(marked));
      }
      const textBy = (content: string) =>
        authorship.texts.includes(content) ? (authorship.by?.client ?? null) : null;
      switch (write.type) {
        case 'project': {
          const { name, color, createdAt } = write.row;
          return revAfter(rows.putProject.get({ ...change, name, color, createdAt }));
        }
        case 'prompt': {
          const { projectId, title, content, notes, createdAt, lastVersion } = write.row;
          const values = { projectId, title, content, notes, createdAt, lastVersion };
          return revAfter(rows.putPrompt.get({ ...change, ...values, textBy: textBy(content) }));
        }
        case 'version': {
          const { promptId, version, content, description, createdAt, original, conflict } = write.row;
          const values = { promptId, version, content, description, createdAt, original, conflict };
          return revAfter(rows.putVersion.get({ ...change, ...values, textBy: textBy(content) }));
        }
        case 'resource': {
          const { available: _available, ...values } = write.row;
          return revAfter(rows.putResource.get({ ...values, ...change }));
        }
        case 'uiState': {
          const stateValue = JSON.stringify(write.row.stateValue);
          return revAfter(rows.putUiState.get({ ...change, stateValue }));
        }
      }
    }

    function markStatement({ type }: RowRef) {
      switch (type) {
        case 'project':
          return rows.markProject;
        case 'prompt':
          return rows.markPrompt;
        case 'version':
          return rows.markVersion;
        case 'resource':
          return rows.markResource;
        case 'uiState':
          throw new Error('ui-state is replaced, never deleted');
      }
    }

    function account() {
      const user = seqOf.get({ userId });
      if (user === undefined) throw new Error('a change of a user who does not exist');
      return user;
    }

    const seqNow = () => account().seq;

    function tellAnew(sha256: string): void {
      let seq = seqNow();
      for (const { id, deletedAt } of rows.resourcesWith.all({ userId, sha256 })) {
        if (deletedAt !== null) continue;
        seq += 1;
        rows.tellResource.run({ userId, id, seq });
      }
      moveSeq.run({ userId, seq });
    }

    const blobs = blobRecords({ userId, tellAnew });
    return {
      load: (touches) => loadTouched({ rows, userId, blobs, portion }, touches),
      knows: (ref: RowRef) => findRow(rows, userId, ref) !== undefined,
      seq: seqNow,
      blobs,
      bulk: {
        isLarge: (bulk) => checks.isLarge(userId, bulk),
        isLargeRevival: (promptId, after) => checks.isLargeRevival(userId, promptId, after),
        look: (deletion) => checks.look(userId, deletion),
        listed: (promptId, ids) => checks.listed(userId, promptId, ids),
        begin: (change, authorship) => bulkChanges.begin(userId, change, authorship),
      },
      usage() {
        const { rows: count, textBytes } = account();
        return { rows: count, textBytes };
      },
      save(writes, authorship): Saved {
        let seq = seqNow();
        const revs: Record<RowKey, number> = {};
        for (const write of writes) {
          seq += 1;
          revs[rowKey(write)] = saveOne(write, seq, authorship);
        }
        if (writes.length > 0) moveSeq.run({ userId, seq });
        return { seq, revs };
      },
      answerTo(key) {
        const kept = findAnswer.get({ userId, ...key });
        return kept && { requestHash: kept.requestHash, answer: JSON.parse(kept.answer) };
      },
      keepAnswer(key, { requestHash, answer }) {
        addAnswer.run({ userId, ...key, requestHash, answer: JSON.stringify(answer) });
      },
      floorOf: (client) => findFloor.get({ userId, client })?.floor ?? 0,
      acknowledge(client, upTo) {
        raiseFloor.run({ userId, client, floor: upTo });
        dropAnswers.run({ userId, client, floor: upTo });
      },
      attempt<Result>(act: () => Synchronous<Result>): Attempt<Result> {
        let outcome: Attempt<Result> | undefined;
        try {
          savepoint(() => {
            outcome = { ok: true, result: act() };
          });
        } catch (error) {
          if (!connection.inTransaction) throw error;
          return { ok: false, error };
        }
        if (outcome === undefined) throw new Error('a savepoint ended without having run');
        return outcome;
      },
    };
  };
}

function revAfter(returned: { rev: number } | undefined): number {
  if (returned === undefined) throw new Error('a write named a row that is not there');
  return returned.rev;
}
