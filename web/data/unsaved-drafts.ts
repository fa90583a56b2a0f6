/**
 * The copy that needs no time: a page that is torn down cannot finish a transaction, but it can still put a
 * text into the synchronous storage. What lies there was typed and may not be in the library yet.
 *
 * 1. A draft is bound to a person, a text and the tab that wrote it; nobody else's is ever taken up.
 * 2. A draft goes only when the library has its text: written by its own tab, or taken up at the next start.
 * Before: the editor, when its page goes away. After: `commit`, which merges a draft into what came since.
 */
import { liveQuery } from 'dexie';
import { z } from 'zod';
import { mergeText } from '#shared/merge/merge-text.ts';
import { Id } from '#shared/model/ids.ts';
import { commit } from './commit.ts';
import type { Library } from './library.ts';
import { isFeedRead } from './library-counts.ts';
import { promptOf } from './queries.ts';
import { type TextRef, textKey } from './text-ref.ts';
import { versionTextOf } from './version-items.ts';

/** As much of the browser's `Storage` as is needed. */
export type DraftStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

const Draft = z.object({
  promptId: Id,
  versionId: Id.nullable().default(null),
  text: z.string(),
  base: z.string(),
  /** For where the prompt is gone when the draft is taken up. */
  recoverAs: Id.optional(),
  title: z.string().optional(),
  projectId: Id.optional(),
});
export type Draft = z.infer<typeof Draft>;

export type TabDrafts = { keep(draft: Draft): void; drop(ref: TextRef): void };

/** `tab`: a name that no other tab of this browser has. */
export function tabDrafts(storage: DraftStorage, owner: { userId: number; tab: string }): TabDrafts {
  const keyOf = (ref: TextRef) => `${prefixOf(owner.userId)}${textKey(ref)}:${owner.tab}`;
  return {
    keep(draft) {
      try {
        storage.setItem(keyOf(draft), JSON.stringify(draft));
      } catch {
        // Full, or forbidden by the browser: the text is in memory still, and the person is told so there.
      }
    },
    drop: (ref) => storage.removeItem(keyOf(ref)),
  };
}

/** Commits what earlier pages left behind. A draft of a prompt that no longer exists stays where it is. */
export async function recoverDrafts(library: Library, storage: DraftStorage): Promise<void> {
  for (const key of keysOf(storage, library.user.id)) {
    const left = storage.getItem(key);
    const draft = Draft.safeParse(left === null ? null : parsedJson(left));
    if (!draft.success || (await isInLibrary(library, draft.data))) storage.removeItem(key);
  }
}

/**
 * The same once the whole feed is here: a library that is fetched anew has no prompt before, and a draft of
 * one waits for it. Returns how to stop waiting.
 */
export function recoverDraftsOnceRead(library: Library, storage: DraftStorage): () => void {
  const subscription = liveQuery(() => isFeedRead(library)).subscribe({
    next(isRead) {
      if (!isRead) return;
      subscription.unsubscribe();
      // One that cannot be taken up now stays where it is.
      void recoverDrafts(library, storage).catch(() => undefined);
    },
    error: () => undefined,
  });
  return () => subscription.unsubscribe();
}

/** How many drafts the library has not taken up: signing out must name them before it removes them. */
export function countDrafts(storage: DraftStorage, userId: number): number {
  return keysOf(storage, userId).length;
}

export function forgetDrafts(storage: DraftStorage, userId: number): void {
  for (const key of keysOf(storage, userId)) storage.removeItem(key);
}

async function isInLibrary(library: Library, draft: Draft): Promise<boolean> {
  const { promptId, versionId, text, base } = draft;
  const row =
    versionId === null
      ? (await promptOf(library, promptId))?.content
      : await versionTextOf(library, versionId);
  // Its own tab often did finish, and the row went on from there: committing again would only quarrel.
  if (row !== undefined && row !== base) {
    const merged = mergeText(base, text, row);
    if (!merged.overlap && merged.text === row) return true;
  }
  const outcome =
    versionId === null
      ? await commit(library, 'setContent', { id: promptId, content: text, base })
      : await commit(library, 'editVersion', { promptId, id: versionId, content: text, base });
  return outcome.ok || outcome.code === 'invalid_fields';
}

function prefixOf(userId: number): string {
  return `promptory-draft:${userId}:`;
}

function keysOf(storage: DraftStorage, userId: number): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  return keys.filter((key) => key?.startsWith(prefixOf(userId)) === true).map(String);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
