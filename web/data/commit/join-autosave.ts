import { z } from 'zod';
import { autosaves } from '#shared/mutations/registry.ts';
import { inOrder, transition } from '#shared/sync/outbox.ts';
import type { LibraryDb, StoredEntry } from '../database/library-db.ts';
import { requestBytes } from '../database/request-bytes.ts';
import { markBlocked } from '../outbox/blocked-entries.ts';
import { headsIn, writersOf } from '../outbox/outbox-lookups.ts';
import { type NewEntry, putArgs, removeEntries } from '../outbox/outbox-table.ts';

const Autosaved = z.looseObject({ base: z.string().optional(), preserve: z.unknown().optional() });
type Autosaved = z.infer<typeof Autosaved>;

/**
 * Puts an autosave into the one before it of the same row, unless that one was sent. Returns whether it did.
 *
 * 1. The joined entry gets the number of the newer one: that it was marked as sent may be lost with the power, and the
 *    server must not be sent two texts under one key.
 * 2. One that was refused was not done: it takes the newer text as well and is sent again, so that whoever makes a text
 *    shorter in its own prompt is not held up by the longer one.
 */
export async function joinAutosave(db: LibraryDb, entry: NewEntry): Promise<boolean> {
  const { name, number, target, args } = entry;
  if (!autosaves.has(name)) return false;
  const newer = Autosaved.parse(args);
  // One entry keeps one text: a second one that must be kept needs an entry of its own.
  if (newer.preserve !== undefined) return false;
  if (await joinRefused(db, entry, newer)) return true;
  const last = await db.outbox.where('writes').equals(target).last();
  if (last === undefined || last.name !== name || last.target !== target || last.state !== 'queued')
    return false;
  await putArgs(db, { ...last, number }, joinedArgs(newer, await argsOf(db, last)));
  return true;
}

/** Puts an autosave into the refused entry of its row, in place of the autosaves that wait behind that one. */
async function joinRefused(
  db: LibraryDb,
  { name, target, number }: NewEntry,
  newer: Autosaved,
): Promise<boolean> {
  const refused = inOrder(await headsIn(db, 'refused')).find(
    (head) => head.target === target && (head.name === name || head.name === 'createPrompt'),
  );
  if (refused === undefined) return false;
  const later = (await writersOf(db, [target])).filter(({ position }) => position > refused.position);
  const autosaves = later.filter((head) => head.name === name);
  const others = later.filter((head) => head.name !== name);
  if (others.some(({ lane, name }) => lane === 'text' || name.startsWith('delete'))) return false;
  if (autosaves.some(({ state }) => state !== 'queued' && state !== 'refused')) return false;
  for (const each of autosaves) if ((await argsOf(db, each)).preserve !== undefined) return false;
  const before = await argsOf(db, refused);
  const args =
    refused.name === 'createPrompt' ? { ...before, content: newer.content } : joinedArgs(newer, before);
  const { problem, ...again } = transition(refused, 'queued');
  const isTooLarge = problem?.code === 'too_large' || problem?.code === 'proxy_too_large';
  const isStillTooLarge = isTooLarge && requestBytes(refused.name, args) >= refused.bytes;
  const joined = isStillTooLarge ? refused : { ...again, number, ifMatch: null, attempts: 0 };
  await putArgs(db, joined, args);
  await removeEntries(
    db,
    autosaves.map(({ position }) => position),
  );
  if (joined !== refused) await markBlocked(db);
  return true;
}

/**
 * Returns the newer text, upon what the older one was made from. One without a base stands whatever the server has, and
 * keeps doing so: its text, as the base of the newer one, would take out what the server never had.
 */
function joinedArgs({ base: _shown, ...newer }: Autosaved, older: Autosaved): Autosaved {
  return {
    ...newer,
    ...(older.base === undefined ? {} : { base: older.base }),
    ...(older.preserve === undefined ? {} : { preserve: older.preserve }),
  };
}

async function argsOf(db: LibraryDb, { position }: StoredEntry): Promise<Autosaved> {
  return Autosaved.parse((await db.outboxArgs.get(position))?.args);
}
