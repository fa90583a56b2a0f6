import { formatNotes, parseNotes } from '#shared/merge/merge-notes.ts';
import { legacyNoteId, type Note } from '#shared/model/note.ts';
import { isBlank, storable } from '#shared/model/text.ts';

/** Newest first; an old client's plain text, of which nobody knows the date, comes last. */
export function shownNotes(stored: string): Note[] {
  return parseNotes(stored)
    .map((note, index) => ({ note, index }))
    .sort((a, b) => rank(b.note) - rank(a.note) || b.index - a.index)
    .map(({ note }) => note);
}

/** The notes text with one more note. Null: there is nothing to add. */
export function withNote(stored: string, added: { content: string; now: number }): string | null {
  const content = storable(added.content).trim();
  if (isBlank(content)) return null;
  const notes = parseNotes(stored);
  const taken = new Set(notes.map(({ id }) => id));
  let id = added.now;
  while (taken.has(String(id))) id += 1;
  const createdAt = new Date(added.now).toISOString();
  return formatNotes([...notes, { id: String(id), content, createdAt }]);
}

/** The notes text with another text in one note. Null: there is nothing to write. */
export function withNoteText(stored: string, changed: { id: string; content: string }): string | null {
  const content = storable(changed.content).trim();
  const notes = parseNotes(stored);
  const before = notes.find(({ id }) => id === changed.id);
  if (isBlank(content) || before === undefined || before.content === content) return null;
  return formatNotes(notes.map((note) => (note === before ? { ...note, content } : note)));
}

export function withoutNote(stored: string, id: string): string {
  return formatNotes(parseNotes(stored).filter((note) => note.id !== id));
}

function rank({ id, createdAt }: Note): number {
  if (id === legacyNoteId) return Number.NEGATIVE_INFINITY;
  const at = Date.parse(createdAt);
  return Number.isNaN(at) ? -Number.MAX_VALUE : at;
}
