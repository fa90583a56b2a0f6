/**
 * The copy that needs no time: a page that is torn down cannot finish a transaction, but it can still put a
 * text into the synchronous storage. What lies there was typed and may not be in the library yet.
 *
 * 1. A draft is bound to a person, a text and the tab that wrote it; nobody else's is ever taken up.
 * 2. A draft goes only when the library has its text: written by the tab whose editor shows it, or taken up at
 *    the next start, or as soon as this device takes what is written (`retry-drafts.ts`).
 * 3. A draft is older than what its text says by now: where both changed the same words, the draft is kept beside it
 *    as a conflict version.
 * 4. One whose prompt no longer exists becomes a prompt of its own: nobody would see it where it lies.
 * Before: the editor, when its page goes away. After: `commit`, which merges a draft into what came since.
 */
import { z } from 'zod';
import { mergeText } from '#shared/merge/merge-text.ts';
import { Id } from '#shared/model/ids.ts';
import { limits } from '#shared/model/limits.ts';
import { writableSettings } from '#shared/model/prompt-settings.ts';
import { isBlank, storable, utf8Bytes } from '#shared/model/text.ts';
import { besideCurrent } from '#shared/mutations/beside-current.ts';
import { changeBetween } from '#shared/text/text-change.ts';
import { commit } from '../commit/commit.ts';
import { type DraftStorage, keysWith, moveItem, parsedJson } from '../database/draft-storage.ts';
import type { Library } from '../database/library.ts';
import { isFeedRead } from '../database/library-counts.ts';
import { promptOf } from '../queries/queries.ts';
import { versionTextOf } from '../queries/version-items.ts';
import { watchBetweenPulls } from '../queries/watch-between-pulls.ts';
import { noteDraftKeys, recoverNoteDrafts } from './note-drafts.ts';
import { recoverText } from './recovered-prompt.ts';
import { forgetSettingDrafts } from './setting-drafts.ts';
import { type TextRef, textKey } from './text-ref.ts';
import { forgetValueDrafts } from './value-drafts.ts';

export type { DraftStorage } from '../database/draft-storage.ts';

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

const draftDescription = 'Draft that was not saved';

export type TabDrafts = {
  /** False: the storage is full, or forbidden by the browser. */
  keep(draft: Draft): boolean;
  drop(ref: TextRef): void;
  /** Takes over a draft of this text that another tab left behind, for the editor that shows it from now on. */
  adopt(ref: TextRef): Draft | null;
};

/** `tab`: a name that no other tab of this browser has. */
export function tabDrafts(storage: DraftStorage, owner: { userId: number; tab: string }): TabDrafts {
  const keyOf = (ref: TextRef) => `${prefixOf(owner.userId)}${textKey(ref)}:${owner.tab}`;
  return {
    keep(draft) {
      try {
        storage.setItem(keyOf(draft), JSON.stringify(draft));
        return true;
      } catch {
        return false;
      }
    },
    drop: (ref) => storage.removeItem(keyOf(ref)),
    adopt(ref) {
      const [left] = keysWith(storage, `${prefixOf(owner.userId)}${textKey(ref)}:`);
      const draft = Draft.safeParse(parsedJson(left === undefined ? null : storage.getItem(left))).data;
      if (left === undefined || draft === undefined || isBlank(draft.text)) return null;
      if (left !== keyOf(ref)) moveItem(storage, left, keyOf(ref));
      return draft;
    },
  };
}

/**
 * Commits what earlier pages left behind; what this page's editors hold they commit themselves. A draft of a prompt that is not here waits for the rest of the feed;
 * `now`: it does not, because this device is about to be left.
 */
export async function recoverDrafts(
  library: Library,
  storage: DraftStorage,
  {
    now = false,
    mayTake = () => true,
  }: {
    now?: boolean;
    /** False: the tab that wrote it will commit it itself. */
    mayTake?(key: string): boolean;
  } = {},
): Promise<void> {
  const isAllHere = now || (await isFeedRead(library));
  for (const key of textKeys(storage, library.user.id)) {
    if (key.endsWith(`:${library.tab}`) || !mayTake(key)) continue;
    const draft = Draft.safeParse(parsedJson(storage.getItem(key)));
    if (!draft.success || (await takeUp(library, draft.data, { isAllHere, now }))) storage.removeItem(key);
  }
  if (isAllHere) await recoverNoteDrafts(library, storage);
}

/**
 * Does the same as soon as the whole feed is here: a library that is fetched once more has no prompt before, and a draft of
 * one waits for it. Returns how to stop waiting.
 */
export function recoverDraftsOnceRead(library: Library, storage: DraftStorage): () => void {
  const stop = watchBetweenPulls(
    library,
    () => isFeedRead(library),
    (isRead) => {
      if (!isRead) return;
      stop();
      // One that cannot be taken up now stays where it is.
      void recoverDrafts(library, storage).catch(() => undefined);
    },
  );
  return stop;
}

/**
 * How many texts and notes the library has not taken up: signing out must name them before it removes them.
 */
export function countDrafts(storage: DraftStorage, userId: number): number {
  return draftKeys(storage, userId).length;
}

export function forgetDrafts(storage: DraftStorage, userId: number): void {
  for (const key of draftKeys(storage, userId)) storage.removeItem(key);
  forgetValueDrafts(storage, userId);
  forgetSettingDrafts(storage, userId);
}

/**
 * Returns what the draft is merged upon where its text says `row` by now. Where both changed the same words, a draft that
 * has all of the row's was written upon these: the row has a part of the same typing.
 */
export function baseOver({ text, base }: Pick<Draft, 'text' | 'base'>, row: string): string {
  return mergeText(base, text, row).overlap && holdsWordsOf(text, row) ? row : base;
}

/**
 * Whether the words of `other` are all in the text, in their order. Compared is what follows the beginning that both share:
 * of a word that was being typed when it was saved, `other` has the first letters only.
 */
function holdsWordsOf(text: string, other: string): boolean {
  const start = changeBetween(text, other)?.from ?? text.length;
  const sought = other.slice(start).match(/\S+/g) ?? [];
  let found = 0;
  for (const [word] of text.slice(start).matchAll(/\S+/g)) {
    if (found < sought.length && word === sought[found]) found += 1;
  }
  return found === sought.length;
}

/** False: it stays where it is. */
async function takeUp(
  library: Library,
  draft: Draft,
  { isAllHere, now }: { isAllHere: boolean; now: boolean },
): Promise<boolean> {
  const { promptId, versionId, text } = draft;
  if (isBlank(text)) return true;
  const row =
    versionId === null
      ? (await promptOf(library, promptId))?.content
      : await versionTextOf(library, versionId);
  const base = row === undefined ? draft.base : baseOver(draft, row);
  if (utf8Bytes(text) > limits.contentMaxBytes) {
    // The editor of its prompt opens with it; whoever leaves this device opens no prompt any more.
    return (now || (row === undefined && isAllHere)) && becameOwn(library, draft);
  }
  // Its own tab often did finish, and the row went on from there: committing again would only quarrel.
  if (row !== undefined && row !== base) {
    const merged = mergeText(base, text, row);
    if (!merged.overlap && merged.text === row) return true;
    // What the row says by now was typed or read after the draft: the draft does not take its place.
    if (merged.overlap) return keptBeside(library, draft);
  }
  const outcome =
    versionId === null
      ? await commit(library, 'setContent', { id: promptId, content: text, base })
      : await commit(library, 'editVersion', { promptId, id: versionId, content: text, base });
  if (outcome.ok || outcome.code !== 'not_found') return outcome.ok;
  return isAllHere && becameOwn(library, draft);
}

/** Keeps the draft as a conflict version, which a person reviews. */
async function keptBeside(library: Library, { promptId, text, recoverAs }: Draft): Promise<boolean> {
  const prompt = await promptOf(library, promptId);
  if (prompt === undefined) return false;
  const outcome = await commit(library, 'saveVersion', {
    ...{ promptId, id: recoverAs ?? library.newId(), content: storable(text) },
    ...{ description: draftDescription, conflict: 'unreviewed' },
    ...besideCurrent(prompt.content),
    settings: writableSettings(prompt.attributes?.settings ?? {}),
  });
  // Another tab was quicker.
  return outcome.ok || outcome.code === 'id_taken';
}

/** More than a prompt can hold becomes several. */
async function becameOwn(library: Library, { text, base, recoverAs, ...origin }: Draft): Promise<boolean> {
  const [first = '', ...rest] = piecesOf(storable(text));
  const { ok } = await recoverText(library, { ...origin, content: first, base, recoverAs });
  if (!ok) return false;
  for (const content of rest) {
    if (!isBlank(content)) await recoverText(library, { ...origin, content });
  }
  return true;
}

/** Three bytes a unit is the most there can be. */
const unitsOfAPiece = Math.floor(limits.contentMaxBytes / 3);

function piecesOf(text: string): string[] {
  if (utf8Bytes(text) <= limits.contentMaxBytes) return [text];
  const lineEnd = text.lastIndexOf('\n', unitsOfAPiece - 1) + 1;
  // Not between the halves of a pair.
  const cut = lineEnd > 0 ? lineEnd : unitsOfAPiece - (text.slice(0, unitsOfAPiece).isWellFormed() ? 0 : 1);
  return [text.slice(0, cut), ...piecesOf(text.slice(cut))];
}

function prefixOf(userId: number): string {
  return `promptory-draft:${userId}:`;
}

/** Of every text that the library has not taken up. */
export function textKeys(storage: DraftStorage, userId: number): string[] {
  return keysWith(storage, prefixOf(userId));
}

/** Of every text and note that the library has not taken up. */
export function draftKeys(storage: DraftStorage, userId: number): string[] {
  return [...textKeys(storage, userId), ...noteDraftKeys(storage, userId)];
}
