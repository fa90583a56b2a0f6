/** What was deleted within the last 30 days, and bringing it back as an edit does that beats a deletion. */
import type { DeletedPrompt, LibraryStorage } from '../storage/library-port.ts';
import type { CommitMutation } from './commit-mutation.ts';

export type RestoreDeleted = {
  list(userId: number): Promise<DeletedPrompt[]>;
  /** With their versions and their projects. Returns those that came back. */
  restore(userId: number, ids: readonly number[]): Promise<number[]>;
};

export function createRestoreDeleted(deps: {
  storage: LibraryStorage;
  commit: CommitMutation;
}): RestoreDeleted {
  const { storage, commit } = deps;
  return {
    list: (userId) => storage.deletedPrompts(userId),
    async restore(userId, ids) {
      const wanted = new Set(ids);
      const found = (await storage.deletedPrompts(userId)).filter(({ prompt }) => wanted.has(prompt.id));
      const back: number[] = [];
      for (const { prompt, rev } of found) {
        const path = `/api/prompts/${prompt.id}`;
        const body = { title: prompt.title };
        const answer = await commit.one(userId, { method: 'PATCH', path, body, key: null, ifMatch: rev });
        if (answer.status === 200) back.push(prompt.id);
      }
      return back;
    },
  };
}
