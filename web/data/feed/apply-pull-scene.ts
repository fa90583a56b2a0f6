import type { Change, PushResult } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import type { Library } from '../database/library.ts';
import { settleAnswer, takeBatch } from '../outbox/outbox-store.ts';
import { openedLibrary, projectChange, promptChange, pullPage } from '../testing/server-rows-scene.ts';
import { applyPull } from './apply-pull.ts';

export async function known(changes: Change[] = [projectChange(), promptChange()]): Promise<Library> {
  const library = await openedLibrary();
  await pullPage(library, changes);
  return library;
}
export const typing = (library: Library, content: string, base: string) =>
  commit(library, 'setContent', { id: 1, content, base });
/** Sends all pending entries, and answers each with this. */
export async function answered(library: Library, result: Partial<PushResult>): Promise<void> {
  const batch = await takeBatch(library);
  const results = (batch?.mutations ?? []).map(({ key }) => ({ key, status: 200, ...result }));
  await settleAnswer(library, { seq: 99, results });
}
export const pull = (library: Library, changes: Change[], { seq = 11, more = false } = {}) =>
  applyPull(library, { cursor: `e.${seq}`, more, changes }, { allowRemovals: false });
export const textless = ({ content: _content, ...row }: Record<string, unknown>) => row;
