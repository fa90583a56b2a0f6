/**
 * Finds prompts by a substring of title or text, whatever the case: the same rule as the search of the app, which
 * runs on the device (`shared/text/search-order.ts`).
 *
 * 1. An index in memory (`search-index.ts`) says which prompts may be found, in the order of the answer. Each is read and
 *    compared until the answer is full, so the index decides what is read and never what is found.
 * 2. A search first reads what has changed since the last one, in the order of the feed: a write does nothing for it.
 * 3. The first search of an account after the server has started reads all texts, in portions as everything does.
 * 4. The indexes together have a bound; beyond it the account that has not searched for the longest time loses its own.
 */
import { setImmediate } from 'node:timers/promises';
import { inSearchOrder, matchOf } from '#shared/text/search-order.ts';
import type { FeedPlace, LibraryStorage, NamedPrompt } from '../../storage/ports/library-port.ts';
import { createSearchIndex, type Ordered, type SearchIndex } from './search-index.ts';

export type FoundPrompt = NamedPrompt;

/** `onlyProject`: prompts of that project alone; null: of all. */
export type Search = { query: string; onlyProject: number | null };

/** The best first, some at a time. */
export type SearchPrompts = (userId: number, search: Search) => Promise<AsyncIterable<FoundPrompt[]>>;

/** More than anybody reads; a client that wants everything has the change feed. */
const mostFound = 300;
/** UTF-16 units of text that are answered in one go, and that are held from reading until then. */
const textTogether = 1024 * 1024;
/** Prompts that are compared in one go. */
const comparedTogether = 100;
const megabyte = 1024 * 1024;
const budget = { ofOne: 64 * megabyte, together: 64 * megabyte };

/** `content` is null where it is read again when it is answered. */
type Hit = Omit<FoundPrompt, 'content'> & { match: 'title' | 'content'; content: string | null };

/** `at`: the place in the feed up to which it was read; null before the first time. `ready` resolves when what was begun before has ended. */
type Indexed = { index: SearchIndex; at: FeedPlace | null; ready: Promise<unknown> };

export function createSearchPrompts(storage: LibraryStorage): SearchPrompts {
  const indexes = createIndexes(storage);
  return async (userId, { query, onlyProject }) => {
    const { titles, contents } = await (await indexes(userId)).find(query);
    const hits: Hit[] = [];
    let held = 0;
    async function compare(next: Ordered): Promise<void> {
      for (let ids = next(comparedTogether); ids.length > 0; ) {
        const prompts = await storage.promptsNamed(userId, ids);
        for (const prompt of prompts.found) {
          if (onlyProject !== null && prompt.projectId !== onlyProject) continue;
          const match = matchOf(prompt, query);
          if (match === null) continue;
          held += prompt.content.length;
          hits.push({ ...prompt, match, content: held > textTogether ? null : prompt.content });
        }
        if (hits.length >= mostFound) return;
        ids = prompts.read < ids.length ? ids.slice(prompts.read) : next(comparedTogether);
        await setImmediate();
      }
    }
    await compare(titles);
    if (hits.length < mostFound) await compare(contents);
    return withTexts(storage, userId, inSearchOrder(hits).slice(0, mostFound));
  };
}

/** Returns a function that resolves to the index of an account, with everything in it that is committed. */
function createIndexes(storage: LibraryStorage): (userId: number) => Promise<SearchIndex> {
  /** The one that was used last is the last. */
  const indexes = new Map<number, Indexed>();

  const begin = (): Indexed => ({
    index: createSearchIndex(budget.ofOne),
    at: null,
    ready: Promise.resolve(),
  });

  async function catchUp(userId: number, indexed: Indexed): Promise<void> {
    // Before what is read: what comes in between is read once more.
    const latest = await storage.latestPlace(userId);
    if (indexed.at?.seq === latest.seq && indexed.at.epoch === latest.epoch) return;
    // A database that was put back has another history, also where it has as many changes.
    if (indexed.at !== null && !(await storage.has(userId, indexed.at))) {
      indexed.index = createSearchIndex(budget.ofOne);
      indexed.at = null;
    }
    let seq = indexed.at?.seq ?? 0;
    for (;;) {
      const { changed, upTo, more } = await storage.changedTexts(userId, seq);
      for (const { id, title, content } of changed) {
        if (content === null) indexed.index.remove(id);
        else indexed.index.put({ id, title, content });
      }
      seq = upTo;
      if (!more) break;
      await setImmediate();
    }
    indexed.at = latest;
  }

  return async (userId) => {
    const indexed = indexes.get(userId) ?? begin();
    indexes.delete(userId);
    indexes.set(userId, indexed);
    // One after the other: an older state of a row must not replace a newer one.
    const ready = indexed.ready.then(() => catchUp(userId, indexed));
    indexed.ready = ready.catch(() => {});
    await ready;
    let bytes = 0;
    for (const [id, { index }] of [...indexes].reverse()) {
      bytes += index.bytes();
      if (bytes > budget.together && id !== userId) indexes.delete(id);
    }
    return indexed.index;
  };
}

/** A prompt that is deleted before its text is read is not found any more. */
async function* withTexts(
  storage: LibraryStorage,
  userId: number,
  hits: readonly Hit[],
): AsyncIterable<FoundPrompt[]> {
  let part: FoundPrompt[] = [];
  let length = 0;
  for (const { match: _, ...hit } of hits) {
    const content = hit.content ?? (await storage.prompt(userId, hit.id))?.row.content;
    if (content === undefined) continue;
    if (part.length > 0 && length + content.length > textTogether) {
      yield part;
      part = [];
      length = 0;
    }
    part.push({ ...hit, content });
    length += content.length;
  }
  if (part.length > 0) yield part;
}
