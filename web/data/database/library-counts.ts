import { z } from 'zod';
import { parseNotes } from '#shared/merge/merge-notes.ts';
import type { Library } from './library.ts';
import { readMeta } from './meta.ts';

/** The counts of the library on this device. `complete`: nothing of the server's feed was left unread at the last pull. */
export type LibraryCounts = { prompts: number; versions: number; notes: number; complete: boolean };

/** Counts what a person knows a library by. */
export async function countContents({
  db,
}: Library): Promise<{ projects: number; prompts: number; files: number }> {
  const [projects, prompts, files] = await Promise.all([
    db.projects.count(),
    db.prompts.count(),
    db.resources.count(),
  ]);
  return { projects, prompts, files };
}

/** Reads every prompt for its notes: for a person who looks, not for a live query. */
export async function countLibrary(library: Library): Promise<LibraryCounts> {
  const { db } = library;
  const [prompts, versions, complete] = await Promise.all([
    db.prompts.count(),
    db.versions.count(),
    isFeedRead(library),
  ]);
  let notes = 0;
  await db.prompts.each(({ row }) => {
    if (row.notes !== '') notes += parseNotes(row.notes).length;
  });
  return { prompts, versions, notes, complete };
}

/** Whether the last pull left nothing of the server's feed unread. */
export async function isFeedRead({ db }: Library): Promise<boolean> {
  return (await readMeta(db, 'feedRead', z.object({ complete: z.boolean() })))?.complete === true;
}
