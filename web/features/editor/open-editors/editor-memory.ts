import { atom, useAtomValue } from 'jotai';
import { type DraftStorage, noDraftStorage } from '../../../data/database/draft-storage.ts';
import type { Library } from '../../../data/database/library.ts';
import { recoverDrafts, type TabDrafts, tabDrafts } from '../../../data/drafts/unsaved-drafts.ts';
import { type Clock, pageClock } from '../../../ui/clock.ts';
import { createPromptUndo, type PromptUndo } from '../binding/prompt-undo.ts';
import { type ClosedEditors, createClosedEditors } from './closed-editors.ts';
import { createParkedEditors, type ParkedEditors } from './parked-editors.ts';
import { createViewModes, type ViewModes } from './view-modes.ts';

/** The dependencies of the editor; tests inject their own. */
export type EditorSurroundings = {
  clock: Clock;
  random(): number;
  storage: DraftStorage;
  /** A name that no other tab of this browser has. */
  tab: string;
};

/** Holds what outlives the prompt on the screen, for one open library: histories, and texts not yet written. */
export type EditorMemory = {
  surroundings: EditorSurroundings;
  /** The histories of the current texts, by prompt. */
  undo: PromptUndo;
  /** Those of old versions' texts, by version. */
  versionUndo: PromptUndo;
  closed: ClosedEditors;
  /** Editors of open prompts that are not on the screen. */
  parked: ParkedEditors;
  drafts: TabDrafts;
  viewModes: ViewModes;
  /** Resolves when the drafts of earlier pages are in the library, as far as they can be. */
  recovered: Promise<void>;
};

function createEditorMemory(library: Library, surroundings: EditorSurroundings): EditorMemory {
  const { storage, tab } = surroundings;
  const closed = createClosedEditors();
  library.typed.add(closed.store);
  const drafts = tabDrafts(storage, { userId: library.user.id, tab });
  return {
    surroundings,
    undo: createPromptUndo(),
    versionUndo: createPromptUndo(),
    closed,
    parked: createParkedEditors(),
    viewModes: createViewModes(library),
    // After a sign-out that counted it, a text may not come back to this device.
    drafts: { ...drafts, keep: (draft) => !library.typed.areGivenUp() && drafts.keep(draft) },
    // A draft that cannot be taken up now stays where it is, and must not keep the prompt from opening.
    recovered: recoverDrafts(library, storage).catch(() => undefined),
  };
}

function browserSurroundings(page: Window & typeof globalThis, { deps, tab }: Library): EditorSurroundings {
  return {
    clock: pageClock(page),
    random: () => page.Math.random(),
    storage: deps.drafts ?? noDraftStorage,
    tab,
  };
}

/** Another clock and another storage than the browser's, for tests; null: the browser's. */
export const editorSurroundingsAtom = atom<EditorSurroundings | null>(null);

/** By library and not by person: another library's texts must never come up in this one. */
const memoriesAtom = atom(() => new WeakMap<Library, EditorMemory>());

export function useEditorMemory(library: Library): EditorMemory {
  const surroundings = useAtomValue(editorSurroundingsAtom);
  const memories = useAtomValue(memoriesAtom);
  const known = memories.get(library);
  if (known !== undefined) return known;
  const made = createEditorMemory(library, surroundings ?? browserSurroundings(window, library));
  memories.set(library, made);
  return made;
}
