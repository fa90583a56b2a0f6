/**
 * Three-way merge of a prompt's notes, by note id.
 * 1. What either side added stays; what one side removed goes only if the other did not change it.
 * 2. A note that both edited is merged as text; where that overlaps, both texts stay: mine in its place, theirs
 *    beside it under an id made of its text.
 * 3. Two notes that were added under one id both stay; which of them keeps the id depends on their texts alone.
 * 4. Both devices end with the same set of note texts, whichever of them merges.
 * Before: rebase and the notes mutation ask. After: the caller stores the text.
 */
import type { Note } from '#shared/model/note.ts';
import { mergeText } from './merge-text.ts';
import { compareCodeUnits, derivedNoteId, formatNotes, parseNotes } from './notes-text.ts';

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

/** What stays of one id: nothing, one note, or one that keeps the id and one that has to take another. */
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
