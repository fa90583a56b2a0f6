/** What one transaction may do to a user's library; see `library-port.ts`. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { type RowKey, type RowRef, rowKey, type Stored } from '#shared/model/row.ts';
import type { Touch } from '#shared/mutations/mutation.ts';
import { RowSet, type Write } from '#shared/mutations/row-set.ts';
import type { Attempt, Authorship, LibraryTransaction, Saved, Synchronous } from '../library-port.ts';
import { createBlobRecords } from './blob-records.ts';
import type { OpenDatabase } from './open-database.ts';
import {
  changeParameters,
  storedProject,
  storedPrompt,
  storedResource,
  storedUiState,
  storedVersion,
} from './row-records.ts';
import type { RowStatements } from './row-statements.ts';
import { users } from './schema-accounts.ts';
import { clientFloors, keptAnswers } from './schema-library.ts';

/** Rows with their texts first: the same ones without do not replace them. */
const inLoadingOrder: readonly Touch['kind'][] = [
  'row',
  'newestVersion',
  'revivalOf',
  'shellOf',
  'versionsOf',
  'contentsOf',
  'sameBytes',
];

/** One for the life of the server; the user is chosen for each transaction. */
export function createLibraryTransactions(
  { connection, orm }: OpenDatabase,
  rows: RowStatements,
): (userId: number) => LibraryTransaction {
  const given = (name: string) => sql.placeholder(name);
  const seqOf = orm
    .select({ seq: users.nextSeq })
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
  const dropAnswers = orm
    .delete(keptAnswers)
    .where(
      and(
        eq(keptAnswers.userId, given('userId')),
        eq(keptAnswers.client, given('client')),
        lte(keptAnswers.number, given('floor')),
      ),
    )
    .prepare();
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
    function find(ref: RowRef): Stored | undefined {
      switch (ref.type) {
        case 'project': {
          const record = rows.project.get({ userId, id: ref.id });
          return record && storedProject(record);
        }
        case 'prompt': {
          const record = rows.prompt.get({ userId, id: ref.id });
          return record && storedPrompt(record);
        }
        case 'version': {
          const record = rows.version.get({ userId, id: ref.id });
          return record && storedVersion(record);
        }
        case 'resource': {
          const record = rows.resource.get({ userId, id: ref.id });
          return record && storedResource(record);
        }
        case 'uiState': {
          const record = rows.uiState.get({ userId, id: ref.id });
          return record && storedUiState(record);
        }
      }
    }

    function load(touches: readonly Touch[]): RowSet {
      const set = new RowSet();
      const add = (stored: Stored | undefined) => {
        // A row that was loaded with its texts is not replaced by the same one without.
        if (stored !== undefined && set.at(stored) === undefined) set.add(stored);
      };
      const addVersionsOf = (promptId: number) => {
        for (const record of rows.bareVersionsOf.all({ userId, promptId })) add(storedVersion(record));
      };
      const follow = (touch: Touch): void => {
        switch (touch.kind) {
          case 'row':
            add(find(touch.ref));
            break;
          case 'revivalOf': {
            const prompt = set.stored('prompt', touch.promptId) ?? rowOfPrompt(touch.promptId);
            if (!prompt?.deleted) break;
            add(find({ type: 'project', id: prompt.row.projectId }));
            addVersionsOf(touch.promptId);
            break;
          }
          case 'newestVersion': {
            const record = rows.newestVersion.get({ userId, promptId: touch.promptId });
            add(record && storedVersion(record));
            break;
          }
          case 'versionsOf':
            addVersionsOf(touch.promptId);
            break;
          case 'contentsOf':
            for (const record of rows.barePromptsOf.all({ userId, projectId: touch.projectId })) {
              add(storedPrompt(record));
              addVersionsOf(record.id);
            }
            for (const record of rows.resourcesOf.all({ userId, projectId: touch.projectId })) {
              add(storedResource(record));
            }
            break;
          case 'shellOf': {
            const resource = find({ type: 'resource', id: touch.resourceId });
            if (resource?.type !== 'resource' || !resource.deleted) break;
            add(find({ type: 'project', id: resource.row.projectId }));
            break;
          }
          case 'sameBytes': {
            const found = blobRecords({ userId, tellAnew }).find(touch.sha256);
            if (found?.state === 'stored') for (const type of found.fits) set.addBytes(touch.sha256, type);
            for (const record of rows.resourcesWith.all({ userId, sha256: touch.sha256 })) {
              add(storedResource(record));
            }
          }
        }
      };
      for (const kind of inLoadingOrder) {
        for (const touch of touches) if (touch.kind === kind) follow(touch);
      }
      return set;
    }

    function rowOfPrompt(id: number): Stored<'prompt'> | undefined {
      const record = rows.prompt.get({ userId, id });
      return record && storedPrompt(record);
    }

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

    function seqNow(): number {
      const user = seqOf.get({ userId });
      if (user === undefined) throw new Error('a change of a user who does not exist');
      return user.seq;
    }

    function tellAnew(sha256: string): void {
      let seq = seqNow();
      for (const { id, deletedAt } of rows.resourcesWith.all({ userId, sha256 })) {
        if (deletedAt !== null) continue;
        seq += 1;
        rows.tellResource.run({ userId, id, seq });
      }
      moveSeq.run({ userId, seq });
    }

    return {
      load,
      knows: (ref) => find(ref) !== undefined,
      seq: seqNow,
      blobs: blobRecords({ userId, tellAnew }),
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
