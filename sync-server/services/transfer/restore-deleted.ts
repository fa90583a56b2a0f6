/** Lists the rows that were deleted within the last 30 days, and restores them as an edit does that wins over a deletion. */
import type { RowOf, RowRef } from '#shared/kinds/row.ts';
import type { DeletedRow, LibraryStorage } from '../../storage/ports/library-port.ts';
import type { CommitMutation } from '../change/commit-mutation.ts';
import type { MutationRequest } from '../change/mutation-request.ts';

export type RestoreDeleted = {
  list(userId: number): Promise<DeletedRow[]>;
  /** Prompts with what is inside of them, and everything with its project. Returns how many came back. */
  restore(userId: number, ids: readonly number[]): Promise<number>;
};

export function createRestoreDeleted(deps: {
  storage: LibraryStorage;
  commit: CommitMutation;
}): RestoreDeleted {
  const { storage, commit } = deps;
  return {
    list: (userId) => storage.deleted(userId),
    async restore(userId, ids) {
      const wanted = new Set(ids);
      let back = 0;
      for (const { stored } of await storage.deleted(userId)) {
        if (!wanted.has(stored.id)) continue;
        const request = await asItIs(storage, userId, stored);
        const answer = await commit.one(userId, {
          ...request,
          key: null,
          ifMatch: stored.rev,
          onlyProject: null,
        });
        if (answer.status === 200) back += 1;
      }
      return back;
    },
  };
}

/** An edit that changes nothing but that the row is there. */
async function asItIs(
  storage: LibraryStorage,
  userId: number,
  stored: DeletedRow['stored'],
): Promise<Pick<MutationRequest, 'method' | 'path' | 'body'>> {
  const method = 'PATCH';
  switch (stored.type) {
    case 'prompt':
      return { method, path: `/api/prompts/${stored.id}`, body: { title: stored.row.title } };
    case 'version': {
      const content = (await whole(storage, userId, stored))?.content;
      return { method, path: `/api/prompts/${stored.row.promptId}/versions/${stored.id}`, body: { content } };
    }
    case 'keptRun': {
      const note = (await whole(storage, userId, stored))?.note;
      return { method, path: `/api/prompts/${stored.row.promptId}/kept-runs/${stored.id}`, body: { note } };
    }
    case 'testCase': {
      const { promptId, name } = stored.row;
      return { method, path: `/api/prompts/${promptId}/cases/${stored.id}`, body: { name } };
    }
    case 'resource':
      return { method, path: `/api/resources/${stored.id}`, body: { name: stored.row.name } };
  }
}

/** The list is without texts. */
async function whole<Type extends 'version' | 'keptRun'>(
  storage: LibraryStorage,
  userId: number,
  { type, id }: { type: Type; id: number },
): Promise<RowOf[Type] | undefined> {
  const ref: RowRef = type === 'version' ? { type: 'version', id } : { type: 'keptRun', id };
  const touches = [{ kind: 'row', ref } as const];
  const { rows } = await storage.gather(userId, {
    parts: [{ key: null, touches, bulk: null, inspected: 0 }],
  });
  return rows.stored(type, id)?.row;
}
