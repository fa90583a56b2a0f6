/**
 * Leaves out of the base of pending note changes what a server with another history does not have. A merge takes a note
 * that is in the base and not on the server for deleted there; this server never had it, so it stays.
 */
import { z } from 'zod';
import { formatNotes, parseNotes } from '#shared/merge/merge-notes.ts';
import type { RowSet } from '#shared/mutations/row-set.ts';
import type { OutboxEntry } from '#shared/sync/outbox.ts';

const NotesArgs = z.looseObject({ id: z.number(), notes: z.string(), baseNotes: z.string() });

/** `entries`: in their order; a note that an earlier one adds is known to those after it. */
export function withNotesThere(entries: readonly OutboxEntry[], server: RowSet): OutboxEntry[] {
  const knownOf = new Map<number, Set<string>>();
  return entries.map((entry) => {
    const args = NotesArgs.safeParse(entry.args);
    if (!args.success) return entry;
    const { id, notes, baseNotes } = args.data;
    const known = knownOf.get(id) ?? idsOf(server.live('prompt', id)?.notes ?? '');
    knownOf.set(id, new Set([...known, ...idsOf(notes)]));
    const base = formatNotes(parseNotes(baseNotes).filter((note) => known.has(note.id)));
    return { ...entry, args: { ...args.data, baseNotes: base } };
  });
}

function idsOf(notes: string): Set<string> {
  return new Set(parseNotes(notes).map(({ id }) => id));
}
