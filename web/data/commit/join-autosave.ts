import { z } from 'zod';
import type { LibraryDb } from '../database/library-db.ts';
import { type NewEntry, putArgs } from '../outbox/outbox-table.ts';

const Autosaved = z.looseObject({ base: z.string().optional(), preserve: z.unknown().optional() });

/**
 * Puts an autosave into the one before it of the same row, unless that one was sent. Returns whether it did.
 *
 * The joined entry gets the number of the newer one: that it was marked as sent may be lost with the power, and the
 * server must not be sent two texts under one key.
 */
export async function joinAutosave(
  db: LibraryDb,
  { name, number, target, args }: NewEntry,
): Promise<boolean> {
  if (name !== 'setContent' && name !== 'editVersion' && name !== 'setUiState') return false;
  const last = await db.outbox.where('writes').equals(target).last();
  if (last === undefined || last.name !== name || last.target !== target || last.state !== 'queued')
    return false;
  const newer = Autosaved.parse(args);
  // One entry keeps one text: a second one that must be kept needs an entry of its own.
  if (newer.preserve !== undefined) return false;
  const first = Autosaved.parse((await db.outboxArgs.get(last.position))?.args);
  const joined = {
    ...newer,
    ...(first.base === undefined ? {} : { base: first.base }),
    ...(first.preserve === undefined ? {} : { preserve: first.preserve }),
  };
  await putArgs(db, { ...last, number }, joined);
  return true;
}
