import type { User } from '#shared/model/account/user.ts';
import type { Prompt } from '#shared/model/prompt.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';
import type { Change, ChangesPage, PushResult } from '#shared/sync/wire.ts';
import { commit } from '../commit/commit.ts';
import { type Library, type LibraryDeps, openLibrary } from '../database/library.ts';
import { applyPull } from '../feed/apply-pull.ts';
import { readOutbox, settleAnswer, takeBatch } from '../outbox/outbox-store.ts';

export const at = '2026-01-01T00:00:00.000Z';

export type IndexedDbUnderTest = { name: string; fresh(): NonNullable<LibraryDeps['indexedDb']> };

export function librarySuiteScene({ fresh }: IndexedDbUnderTest) {
  let people = 0;

  async function open(indexedDb = fresh(), user?: User): Promise<Library> {
    people += 1;
    const someone = user ?? { id: people, username: `person-${people}-${Date.now()}`, displayName: 'Ada' };
    const random = (words: Uint32Array<ArrayBuffer>) => crypto.getRandomValues(words);
    return openLibrary(someone, { random, now: () => Date.parse(at), indexedDb });
  }

  const page = (seq: number, changes: Change[], more = false): ChangesPage => ({
    cursor: `e.${seq}`,
    more,
    changes,
  });
  const promptRow = (content: string, changes: Partial<Prompt> = {}): Prompt => ({
    id: 1,
    projectId: 5,
    title: 'T',
    content,
    notes: '',
    createdAt: at,
    lastVersion: 0,
    ...changes,
  });
  const projectChange = (seq: number): Change => ({
    type: 'project',
    id: 5,
    seq,
    rev: 1,
    row: { id: 5, name: 'P', color: 'red', createdAt: at },
  });
  const promptChange = (
    seq: number,
    rev: number,
    content: string,
    changes: Partial<Change> = {},
  ): Change => ({
    type: 'prompt',
    id: 1,
    seq,
    rev,
    row: promptRow(content),
    ...changes,
  });
  async function withPrompt(content: string): Promise<Library> {
    const library = await open();
    await applyPull(library, page(2, [projectChange(1), promptChange(2, 1, content)]), {
      allowRemovals: false,
    });
    return library;
  }
  const typing = (library: Library, content: string, base: string) =>
    commit(library, 'setContent', { id: 1, content, base });
  const send = (library: Library) => takeBatch(library);
  const key = (library: Library, entry: OutboxEntry | undefined) => `${library.client}:${entry?.number ?? 0}`;
  async function answer(library: Library, result: Partial<PushResult>, which = 0): Promise<void> {
    const entries = await readOutbox(library);
    await settleAnswer(library, {
      seq: 99,
      results: [{ key: key(library, entries[which]), status: 200, ...result }],
    });
  }

  return { open, page, promptRow, projectChange, promptChange, withPrompt, typing, send, key, answer };
}
