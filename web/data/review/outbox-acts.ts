/**
 * Carries out what a person decides about a refused entry. Each act is one transaction, and what
 * the screen shows is worked out anew from what is left.
 *
 * 1. An entry leaves the outbox here only by discarding it, which names everything that goes along.
 * 2. Said again, an entry has a new number: the answer to the old one is final.
 */

import { z } from 'zod';
import { type RowKey, rowKey } from '#shared/kinds/row.ts';
import { message } from '#shared/language/message.ts';
import { messages } from '#shared/model/messages.ts';
import type { FieldError } from '#shared/model/problem.ts';
import { bind } from '#shared/mutations/registry.ts';
import { creates, type EntryHead, inOrder, type OutboxEntry, transition } from '#shared/sync/outbox.ts';
import type { Library } from '../database/library.ts';
import type { StoredEntry } from '../database/library-db.ts';
import { nextNumber } from '../database/mutation-numbers.ts';
import { recoverInside } from '../drafts/recovered-prompt.ts';
import { showEntries } from '../feed/show-entries.ts';
import { headsIn } from '../outbox/outbox-lookups.ts';
import { putEntries, removeEntries, withArgs } from '../outbox/outbox-table.ts';
import { readOutline } from '../rows/outline.ts';
import { readConfirmed } from '../rows/shown-rows.ts';

export type ActOutcome = { ok: true } | { ok: false; errors: readonly FieldError[] };

/** The text that an entry carries, and of which prompt; null where it carries none. */
const Carried = z.looseObject({
  content: z.string(),
  id: z.number(),
  promptId: z.number().optional(),
  title: z.string().optional(),
  projectId: z.number().optional(),
});

export function carriedText(entry: OutboxEntry): string | null {
  return Carried.safeParse(entry.args).data?.content ?? null;
}

export type OutboxItem = { entry: OutboxEntry; held: boolean };

/**
 * Returns entries in their order, with whether each waits for a refused one: of those that were refused, and of all
 * others, the `most` oldest. The arguments of no others are read.
 */
export async function outboxItems({ db }: Library, most = Number.POSITIVE_INFINITY): Promise<OutboxItem[]> {
  const refused = await headsIn(db, 'refused');
  const oldest = await db.outbox
    .orderBy('position')
    .limit(most + refused.length)
    .toArray();
  const waiting = oldest.filter(({ state }) => state !== 'refused');
  const shown = [...inOrder(refused).slice(0, most), ...waiting.slice(0, most)];
  const entries = await withArgs(db, inOrder(shown));
  return entries.map((entry) => ({ entry, held: entry.blocked === 1 && entry.state !== 'refused' }));
}

/** Says a refused entry again as it is; what waited for it goes on with it. */
export function retryEntry(library: Library, position: number): Promise<ActOutcome> {
  return act(library, position, async (entry) => {
    await putEntries(library.db, [await requeued(library, entry, entry.args)]);
    return { ok: true };
  });
}

/** Says a refused entry again in other words. Refused here where its schema refuses them, with the fields. */
export function editEntry(library: Library, position: number, args: unknown): Promise<ActOutcome> {
  return act(library, position, async (entry) => {
    const bound = bind(entry.name, args);
    if (!bound.ok) return { ok: false, errors: bound.errors };
    await putEntries(library.db, [await requeued(library, entry, args)]);
    return { ok: true };
  });
}

/**
 * Keeps the text of a refused entry as a prompt of its own, and lets go of the entry. Not of a creation that other
 * entries wait for: they would be about a prompt that never exists.
 */
export function saveEntryAsNew(library: Library, position: number): Promise<ActOutcome> {
  return act(library, position, async (entry) => {
    const carried = Carried.safeParse(entry.args);
    if (!carried.success)
      return { ok: false, errors: [{ path: '', message: message('This change has no text.') }] };
    const isNeeded = creates(entry) && (await headsDiscardedWith(library, position)).length > 1;
    if (isNeeded && entry.problem?.code !== 'id_taken') {
      return { ok: false, errors: [{ path: '', message: messages.creationIsNeeded }] };
    }
    return recoverFrom(library, entry, carried.data);
  });
}

async function headsDiscardedWith({ db }: Library, position: number): Promise<StoredEntry[]> {
  return withDependents(await db.outbox.orderBy('position').toArray(), position);
}

/** The entry, and all that makes no sense without it: edits of a prompt that would then never exist. */
export async function entriesDiscardedWith(library: Library, position: number): Promise<OutboxEntry[]> {
  return withArgs(library.db, await headsDiscardedWith(library, position));
}

/** Gives up an entry and what `entriesDiscardedWith` names, for good. */
export function discardEntry(library: Library, position: number): Promise<ActOutcome> {
  return act(library, position, async () => {
    await letGo(library, await entriesDiscardedWith(library, position));
    return { ok: true };
  });
}

async function act(
  library: Library,
  position: number,
  decide: (entry: OutboxEntry) => Promise<ActOutcome>,
): Promise<ActOutcome> {
  const { db } = library;
  const outcome = await db.write(db.everything, async (): Promise<ActOutcome> => {
    const [entry] = await withArgs(
      db,
      (await db.outbox.bulkGet([position])).filter((head) => head !== undefined),
    );
    // Another tab was quicker: what was wanted is done.
    if (entry === undefined || entry.state !== 'refused') return { ok: true };
    const decided = await decide(entry);
    if (decided.ok) await showEntries(library, [entry]);
    return decided;
  });
  for (const wake of library.onCommit) wake();
  return outcome;
}

async function requeued(library: Library, entry: OutboxEntry, args: unknown): Promise<OutboxEntry> {
  const { problem: _problem, ...rest } = transition(entry, 'queued');
  return { ...rest, args, number: await nextNumber(library), ifMatch: null, attempts: 0 };
}

function withDependents<Head extends EntryHead>(entries: readonly Head[], position: number): Head[] {
  const gone: Head[] = [];
  const neverMade = new Set<RowKey>();
  for (const entry of inOrder(entries)) {
    const depends = [entry.target, ...entry.needs].some((key) => neverMade.has(key));
    if (entry.position !== position && !depends) continue;
    gone.push(entry);
    if (creates(entry)) neverMade.add(entry.target);
  }
  return gone;
}

async function letGo(library: Library, entries: readonly OutboxEntry[]): Promise<void> {
  await removeEntries(
    library.db,
    entries.map(({ position }) => position),
  );
  await showEntries(library, entries);
}

/** The entry goes first: a project that is shown for its sake alone is no place for a prompt. */
async function recoverFrom(
  library: Library,
  entry: OutboxEntry,
  carried: z.infer<typeof Carried>,
): Promise<ActOutcome> {
  const { prompts } = await readOutline(library.db);
  const before = prompts.find(({ id }) => id === (carried.promptId ?? carried.id));
  await letGo(library, [entry]);
  const made = await recoverInside(library, {
    content: carried.content,
    title: before?.title ?? carried.title,
    projectId: before?.projectId ?? carried.projectId,
  });
  if (made.ok) return { ok: true };
  await putEntries(library.db, [entry]);
  await showEntries(library, [entry]);
  return made;
}

/**
 * Returns the names of the rows that entries are about, for `describeEntry`: as the server has them, else as they
 * were made here, else as shown.
 */
export async function entryNames(
  library: Library,
  entries: readonly OutboxEntry[],
): Promise<(key: RowKey) => string | undefined> {
  const keys = new Set<RowKey>(
    entries.flatMap((entry) => {
      const promptId = z.looseObject({ promptId: z.number() }).safeParse(entry.args).data?.promptId;
      return promptId === undefined ? [entry.target] : [entry.target, `prompt:${promptId}` as const];
    }),
  );
  const names = new Map<RowKey, string>();
  const outline = await readOutline(library.db);
  for (const { id, name } of outline.projects) names.set(`project:${id}`, name);
  for (const { id, title } of outline.prompts) names.set(`prompt:${id}`, title);
  for (const { target, args } of entries.filter(creates)) {
    const name = namedBy(args);
    if (name !== undefined) names.set(target, name);
  }
  for (const stored of await readConfirmed(library.db, [...keys])) {
    const name = namedBy(stored.row);
    if (name !== undefined) names.set(rowKey(stored), name);
  }
  return (key) => names.get(key);
}

const Named = z.looseObject({ name: z.string().optional(), title: z.string().optional() });

function namedBy(text: unknown): string | undefined {
  const named = Named.safeParse(text).data;
  return named?.name ?? named?.title;
}
