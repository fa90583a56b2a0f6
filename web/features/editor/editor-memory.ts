import { atom, useAtomValue } from 'jotai';
import type { Library } from '../../data/library.ts';
import { type DraftStorage, recoverDrafts, type TabDrafts, tabDrafts } from '../../data/unsaved-drafts.ts';
import { type Clock, pageClock } from '../../ui/clock.ts';
import { type ClosedEditors, createClosedEditors } from './closed-editors.ts';
import { createPromptUndo, type PromptUndo } from './prompt-undo.ts';

/** What the editor has from outside; tests put their own in. */
export type EditorSurroundings = {
  clock: Clock;
  random(): number;
  storage: DraftStorage;
  /** A name that no other tab of this browser has. */
  tab: string;
};

/** What outlives the prompt on the screen, for one open library: histories, and texts not yet written. */
export type EditorMemory = {
  surroundings: EditorSurroundings;
  /** The histories of the current texts, by prompt. */
  undo: PromptUndo;
  /** Those of old versions' texts, by version. */
  versionUndo: PromptUndo;
  closed: ClosedEditors;
  drafts: TabDrafts;
  /** What earlier pages left behind is in the library, as far as it can be. */
  recovered: Promise<void>;
};

export function createEditorMemory(library: Library, surroundings: EditorSurroundings): EditorMemory {
  const { storage, clock, tab } = surroundings;
  const closed = createClosedEditors();
  library.typed.add(closed.store);
  const drafts = tabDrafts(storage, { userId: library.user.id, tab });
  return {
    surroundings,
    undo: createPromptUndo(clock.now),
    versionUndo: createPromptUndo(clock.now),
    closed,
    drafts: {
      keep: (draft) => {
        if (!library.typed.areGivenUp()) drafts.keep(draft);
      },
      drop: drafts.drop,
    },
    // A draft that cannot be taken up now stays where it is, and must not keep the prompt from opening.
    recovered: recoverDrafts(library, storage).catch(() => undefined),
  };
}

export function browserSurroundings(page: Window & typeof globalThis): EditorSurroundings {
  return {
    clock: pageClock(page),
    random: () => page.Math.random(),
    storage: storageOf(page),
    tab: page.crypto.getRandomValues(new Uint32Array(2)).join('-'),
  };
}

/** Browsers may forbid it altogether; then there is only the memory. */
function storageOf(page: Window): DraftStorage {
  try {
    return page.localStorage;
  } catch {
    const nothing = () => undefined;
    return { length: 0, key: () => null, getItem: () => null, setItem: nothing, removeItem: nothing };
  }
}

/** By library and not by person: another library's texts must never come up in this one. */
const memoriesAtom = atom(() => new WeakMap<Library, EditorMemory>());

export function useEditorMemory(library: Library, surroundings?: EditorSurroundings): EditorMemory {
  const memories = useAtomValue(memoriesAtom);
  const known = memories.get(library);
  if (known !== undefined) return known;
  const made = createEditorMemory(library, surroundings ?? browserSurroundings(window));
  memories.set(library, made);
  return made;
}
