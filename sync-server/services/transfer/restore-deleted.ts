/** Lists the rows that were deleted within the last 30 days, and restores them as an edit does that wins over a deletion. */
import type { DeletedRow, LibraryStorage } from '../../storage/ports/library-port.ts';
import type { CommitMutation } from '../change/commit-mutation.ts';
import type { MutationRequest } from '../change/mutation-request.ts';

export type RestoreDeleted = {
  list(userId: number): Promise<DeletedRow[]>;
  /** Prompts with their versions, and everything with its project. Returns how many came back. */
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
      const { promptId } = stored.row;
      const ref = { type: 'version', id: stored.id } as const;
      // The list is without texts.
      const part = { key: null, touches: [{ kind: 'row', ref } as const], bulk: null, inspected: 0 };
      const { rows } = await storage.gather(userId, { parts: [part] });
      const content = rows.stored('version', ref.id)?.row.content;
      return { method, path: `/api/prompts/${promptId}/versions/${stored.id}`, body: { content } };
    }
    case 'resource':
      return { method, path: `/api/resources/${stored.id}`, body: { name: stored.row.name } };
  }
}
