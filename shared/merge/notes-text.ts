import { legacyNoteId, type Note, NoteList } from '#shared/model/note.ts';

/**
 * The notes in a prompt's notes text: a JSON list, or the plain text of an old client, which is one note. What is
 * not such a list, broken JSON too, is plain text: not a word of it is dropped. No two notes share an id.
 */
export function parseNotes(text: string): Note[] {
  if (text.trim() === '') return [];
  const list = NoteList.safeParse(jsonOf(text));
  if (!list.success) return [{ id: legacyNoteId, content: text, createdAt: '' }];
  return withDistinctIds(list.data);
}

/** The text that holds these notes; a single note that came as plain text goes back as plain text. */
export function formatNotes(notes: readonly Note[]): string {
  const only = notes.length === 1 ? notes[0] : undefined;
  if (only !== undefined && isPlainText(only)) return only.content;
  return notes.length === 0 ? '' : JSON.stringify(notes);
}

/** An id for a note that cannot keep its own: made of what it says, so that every device comes to the same one. */
export function derivedNoteId(id: string, content: string, isTaken: (id: string) => boolean): string {
  const derived = `${id}-${fingerprint(content)}`;
  return isTaken(derived) ? derivedNoteId(derived, content, isTaken) : derived;
}

/** Code units, not a locale's order: two devices may speak different languages. */
export function compareCodeUnits(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPlainText(note: Note): boolean {
  if (note.id !== legacyNoteId || note.createdAt !== '' || Object.keys(note).length > 3) return false;
  return note.content.trim() !== '' && !NoteList.safeParse(jsonOf(note.content)).success;
}

function withDistinctIds(notes: Note[]): Note[] {
  const ids = new Set(notes.map((note) => note.id));
  if (ids.size === notes.length) return notes;
  const keepers = new Map<string, Note>();
  for (const note of notes) {
    const keeper = keepers.get(note.id);
    if (keeper === undefined || note.content < keeper.content) keepers.set(note.id, note);
  }
  return notes.map((note) => {
    if (keepers.get(note.id) === note) return note;
    const id = derivedNoteId(note.id, note.content, (taken) => ids.has(taken));
    ids.add(id);
    return { ...note, id };
  });
}

/** FNV-1a over UTF-16 units: short, stable, the same everywhere; nothing secret hangs on it. */
function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}
