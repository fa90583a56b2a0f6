/**
 * Finds prompts by words and phrases, by the rule of the search of the app, which runs on the device
 * (`shared/text/search-match.ts`).
 *
 * 1. An index in memory (`search-index.ts`) says which prompts may be found, and how well at best. Each is read and
 *    compared, rank by rank, until the answer is full of what cannot be better further on: the index decides what is
 *    read and never what is found.
 * 2. A query of words that are everywhere ends after `mostCompared` prompts once the answer is full, and reads no more
 *    than `mostVersions` versions: then it has what matches, and there may be others that were not read.
 * 3. A search first reads what has changed since the last one, in the order of the feed: a write does nothing for it.
 * 4. The first search of an account after the server has started reads all texts, in portions as everything does.
 * 5. The indexes together have a bound; beyond it the account that has not searched for the longest time loses its own.
 */
import { setImmediate } from 'node:timers/promises';
import { parseNotes } from '#shared/merge/merge-notes.ts';
import {
  byTitle,
  foldedParts,
  inSearchOrder,
  lackedTerms,
  type Match,
  matchOf,
  type PlainParts,
  rankOf,
} from '#shared/text/search-match.ts';
import { readSearch, type Search } from '#shared/text/search-query.ts';
import { firstMatch, searchSnippet } from '#shared/text/search-snippet.ts';
import type {
  Changed,
  FeedPlace,
  LibraryStorage,
  NamedPrompt,
  NamedVersion,
} from '../../storage/ports/library-port.ts';
import { createSearchIndex, type Ordered, type SearchIndex } from './search-index.ts';

/** `match`: where it matches; `excerpt`: of the text that does. */
export type FoundPrompt = Omit<NamedPrompt, 'notes' | 'tags'> & {
  match: { place: Match['place']; version: number | null };
  excerpt: string;
};

/** `onlyProject`: prompts of that project alone; null: of all. */
export type AskedSearch = { query: string; onlyProject: number | null };

/** The best first, some at a time. */
export type SearchPrompts = (userId: number, asked: AskedSearch) => Promise<AsyncIterable<FoundPrompt[]>>;

/** More than anybody reads; a client that wants everything has the change feed. */
const mostFound = 300;
const mostCompared = 10_000;
const mostVersions = 10_000;
/** UTF-16 units of text that are answered in one go, and that are held from reading until then. */
const textTogether = 1024 * 1024;
/** Prompts that are compared in one go. */
const comparedTogether = 100;
const megabyte = 1024 * 1024;
const budget = { ofOne: 64 * megabyte, together: 64 * megabyte };

/** `content` is null where it is read again when it is answered. */
type Hit = Omit<FoundPrompt, 'content' | 'match'> & { match: Match; content: string | null };

/** `at`: the place in the feed up to which it was read; null before the first time. `ready` resolves when what was begun before has ended. */
type Indexed = { index: SearchIndex; at: FeedPlace | null; ready: Promise<unknown> };

export function createSearchPrompts(storage: LibraryStorage): SearchPrompts {
  const indexes = createIndexes(storage);
  return async (userId, { query, onlyProject }) => {
    const search = readSearch(query);
    const index = await indexes(userId);
    const candidates = await index.find(search);
    const compare = createCompare(storage, { userId, search, index });
    const hits: Hit[] = [];
    let held = 0;
    let compared = 0;
    /** Whether enough is found that nothing comes before, of this rank from this title on. */
    const isFull = (rank: number, from: NamedPrompt | undefined) => {
      if (hits.length < mostFound) return false;
      const isBefore = (hit: Hit) =>
        rankOf(hit.match) < rank ||
        (rankOf(hit.match) === rank && from !== undefined && byTitle(hit, from) <= 0);
      return compared >= mostCompared || hits.filter(isBefore).length >= mostFound;
    };
    async function compareAll(next: Ordered, rank: number): Promise<void> {
      let last: NamedPrompt | undefined;
      for (let ids = next(comparedTogether); ids.length > 0 && !isFull(rank, last); ) {
        const prompts = await storage.promptsNamed(userId, ids);
        for (const prompt of prompts.found) {
          const isMeant = onlyProject === null || prompt.projectId === onlyProject;
          const hit = isMeant ? await compare(prompt) : null;
          if (hit === null) continue;
          held += prompt.content.length;
          hits.push({ ...hit, content: held > textTogether ? null : prompt.content });
        }
        compared += prompts.read;
        for (const prompt of prompts.found)
          if (last === undefined || byTitle(prompt, last) > 0) last = prompt;
        ids = prompts.read < ids.length ? ids.slice(prompts.read) : next(comparedTogether);
        await setImmediate();
      }
    }
    for (const [rank, next] of candidates.entries()) await compareAll(next, rank);
    return withTexts(storage, userId, inSearchOrder(hits).slice(0, mostFound));
  };
}

type Compared = { userId: number; search: Search; index: SearchIndex };

/** Returns a function that resolves to what is found of a prompt; null where it is not found. */
function createCompare(storage: LibraryStorage, { userId, search, index }: Compared) {
  let versionsRead = 0;

  /** Newest first, and no more at a time than a portion. */
  async function* versionsOf(promptId: number, terms: readonly string[]): AsyncGenerator<NamedVersion[]> {
    for (let ids = index.versionsOf(promptId, terms); ids.length > 0 && versionsRead < mostVersions; ) {
      const { found, read } = await storage.versionsNamed(userId, ids);
      versionsRead += read;
      yield found;
      ids = ids.slice(Math.max(1, read));
    }
  }

  return async (prompt: NamedPrompt): Promise<Omit<Hit, 'content'> | null> => {
    const { id, title, content, tags, projectId, projectName } = prompt;
    const own: PlainParts = { title, content, tags, notes: parseNotes(prompt.notes), versions: [] };
    const hit = (match: Match, parts: PlainParts) => {
      return { id, title, projectId, projectName, match, excerpt: excerptOf(parts, match, search) };
    };
    const folded = foldedParts(own);
    const match = matchOf(folded, search);
    if (match !== null) return hit(match, own);
    for await (const versions of versionsOf(id, lackedTerms(folded, search))) {
      const parts = { ...own, versions };
      const found = matchOf({ ...folded, versions: foldedParts(parts).versions }, search);
      if (found !== null) return hit(found, parts);
    }
    return null;
  };
}

const excerpt = { length: 300, lead: 60 };

/** Returns the part of the text that matches around the place that does; of a title or a tag it is the prompt's text. */
function excerptOf(
  { content, notes, versions }: PlainParts,
  { place, version }: Match,
  search: Search,
): string {
  const isHere = (text: string) => firstMatch(text, search) !== null;
  const note = place === 'note' ? notes.find((each) => isHere(each.content)) : undefined;
  const old = versions.find(({ id }) => id === version?.id);
  const described = old !== undefined && !isHere(old.content) ? old.description : old?.content;
  return copied(searchSnippet(note?.content ?? described ?? content, search, excerpt));
}

/** Returns the text in memory of its own: a part of a string keeps all of it. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
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
    const { index } = indexed;
    const since = indexed.at?.seq ?? 0;
    await readChanged(
      since,
      (seq) => storage.changedTexts(userId, seq),
      ({ id, title, texts }) => {
        if (texts === null) return index.remove(id);
        const notes = parseNotes(texts.notes).map((note) => note.content);
        index.put({ id, title, content: texts.content, notes, tags: texts.tags });
      },
    );
    await readChanged(
      since,
      (seq) => storage.changedVersions(userId, seq),
      ({ content, ...version }) => {
        if (content === null) index.removeVersion(version);
        else index.putVersion({ ...version, content });
      },
    );
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

/** Reads everything that has changed after a place, part by part. */
async function readChanged<Row>(
  since: number,
  read: (seq: number) => Promise<Changed<Row>>,
  take: (row: Row) => void,
): Promise<void> {
  for (let seq = since; ; ) {
    const { changed, upTo, more } = await read(seq);
    for (const row of changed) take(row);
    if (!more) return;
    seq = upTo;
    await setImmediate();
  }
}

/** A prompt that is deleted before its text is read is not found any more. */
async function* withTexts(
  storage: LibraryStorage,
  userId: number,
  hits: readonly Hit[],
): AsyncIterable<FoundPrompt[]> {
  let part: FoundPrompt[] = [];
  let length = 0;
  for (const { match, ...hit } of hits) {
    const content = hit.content ?? (await storage.prompt(userId, hit.id))?.row.content;
    if (content === undefined) continue;
    if (part.length > 0 && length + content.length > textTogether) {
      yield part;
      part = [];
      length = 0;
    }
    const version = match.version?.version ?? null;
    part.push({ ...hit, content, match: { place: match.place, version } });
    length += content.length;
  }
  if (part.length > 0) yield part;
}
