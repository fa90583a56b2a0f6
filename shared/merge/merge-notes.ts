/**
 * Three-way merge of a prompt's notes, by note id.
 * 1. What either side added stays; what one side removed goes only if the other did not change it.
 * 2. A note that both edited is merged as text; where that overlaps, both texts stay: mine in its place, theirs
 *    beside it under an id made of its text.
 * 3. Two notes that were added under one id both stay; which of them keeps the id depends on their texts alone.
 * 4. Both devices end with the same set of note texts, whichever of them merges.
 * Before: rebase and the notes mutation ask. After: the caller stores the text.
 */
import { legacyNoteId, type Note, NoteList } from '#shared/model/note.ts';
import { mergeText } from './merge-text.ts';

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

export function mergeNotes(base: string, mine: string, theirs: string): string {
  if (mine === theirs || theirs === base) return mine;
  if (mine === base) return theirs;
  const lists = { base: byId(base), mine: byId(mine), theirs: byId(theirs) };
  const kept: Note[] = [];
  const displaced: Note[] = [];
  for (const id of new Set([...lists.mine.keys(), ...lists.theirs.keys()])) {
    const [first, second] = mergeNote(lists.base.get(id), lists.mine.get(id), lists.theirs.get(id));
    if (first) kept.push(first);
    if (second) displaced.push(second);
  }
  return formatNotes(inOrder([...kept, ...placed(displaced, kept)]));
}

function byId(text: string): Map<string, Note> {
  return new Map(parseNotes(text).map((note) => [note.id, note]));
}

/** Returns the notes that stay of one id: none, one, or one that keeps the id and one that has to take another. */
function mergeNote(base?: Note, mine?: Note, theirs?: Note): Note[] {
  if (!mine || !theirs) {
    const left = mine ?? theirs;
    return left && !(base && isEqual(base, left)) ? [left] : [];
  }
  if (!base) {
    if (mine.content === theirs.content) return [{ ...theirs, ...mine }];
    return mine.content < theirs.content ? [mine, theirs] : [theirs, mine];
  }
  const fields = mergeFields(base, mine, theirs);
  const merged = mergeText(base.content, mine.content, theirs.content);
  // Whole texts on overlap, not the parts that could be joined: so both devices keep the same two.
  return merged.overlap
    ? [{ ...fields, content: mine.content }, theirs]
    : [{ ...fields, content: merged.text }];
}

function mergeFields(base: Note, mine: Note, theirs: Note): Note {
  const merged: Note = { id: mine.id, content: mine.content, createdAt: mine.createdAt };
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const chosen = isEqual(mine[name], base[name]) ? theirs : mine;
    if (Object.hasOwn(chosen, name)) merged[name] = chosen[name];
  }
  return merged;
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function placed(displaced: Note[], kept: Note[]): Note[] {
  const contents = new Map(kept.map((note) => [note.id, note.content]));
  const notes: Note[] = [];
  for (const note of displaced) {
    // Taken by the same text means that an earlier merge has kept it already.
    const id = derivedNoteId(note.id, note.content, (taken) => {
      const content = contents.get(taken);
      return content !== undefined && content !== note.content;
    });
    if (contents.has(id)) continue;
    contents.set(id, note.content);
    notes.push({ ...note, id });
  }
  return notes;
}

function inOrder(notes: Note[]): Note[] {
  return notes.sort(
    (one, other) => compareCodeUnits(one.createdAt, other.createdAt) || compareCodeUnits(one.id, other.id),
  );
}

/** An id for a note that cannot keep its own: made of what it says, so that every device comes to the same one. */
function derivedNoteId(id: string, content: string, isTaken: (id: string) => boolean): string {
  const derived = `${id}-${fingerprint(content)}`;
  return isTaken(derived) ? derivedNoteId(derived, content, isTaken) : derived;
}

/** Code units, not a locale's order: two devices may speak different languages. */
function compareCodeUnits(one: string, other: string): number {
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
