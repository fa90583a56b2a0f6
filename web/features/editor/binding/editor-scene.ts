/** A text box without a screen, for the editor's tests. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { commit } from '../../../data/commit/commit.ts';
import { type Library, openLibrary } from '../../../data/database/library.ts';
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import type { BoundEditor, Unsaved } from './bound-text.ts';
import { type BindingDeps, bindEditor } from './editor-binding.ts';
import type { SaveState } from './save-state.ts';
import { promptStore } from './text-store.ts';

export const promptId = 2;

export function plainEditor(opened: string) {
  let text = opened;
  let isComposing = false;
  let isEditable = true;
  const editor: BoundEditor & {
    type(next: string): void;
    compose(on: boolean): void;
    isEditable(): boolean;
  } = {
    text: () => text,
    setText: (next) => {
      text = next;
    },
    isComposing: () => isComposing,
    setEditable: (editable) => {
      isEditable = editable;
    },
    isEditable: () => isEditable,
    type: (next) => {
      text = next;
    },
    compose: (on) => {
      isComposing = on;
    },
  };
  return editor;
}

let numberOfLibraries = 0;

/** A library with one prompt. */
export async function libraryWithPrompt(content: string): Promise<Library> {
  const library = await openEmpty();
  await commit(library, 'createProject', { id: 1, name: 'Project', color: 'red' });
  await commit(library, 'createPrompt', { id: promptId, title: 'Prompt', content, projectId: 1 });
  return library;
}

/** The same person's library on another device, empty until it syncs. */
export function secondDevice(first: Library): Promise<Library> {
  return openEmpty(first.user.id);
}

/** Live queries of one process notify one another by the database's name: no two libraries share one. */
async function openEmpty(userId = 1): Promise<Library> {
  numberOfLibraries += 1;
  let word = numberOfLibraries * 1_000_000;
  return openLibrary(
    { id: userId, username: `ada${numberOfLibraries}`, displayName: 'Ada' },
    {
      random: (words) => words.map(() => word++),
      now: () => 0,
      indexedDb: { indexedDB: new IDBFactory(), IDBKeyRange },
    },
  );
}

export async function rowText(library: Library): Promise<string | undefined> {
  return (await library.db.prompts.get(promptId))?.row.content;
}

export async function versionTexts(library: Library): Promise<string[]> {
  return (await library.db.versions.toArray()).map(({ row }) => row.content);
}

/** One tab with the prompt open. */
export function openTab(library: Library, content: string, overrides: Partial<BindingDeps> = {}) {
  const clock = manualClock();
  const editor = plainEditor(content);
  const states: SaveState[] = [];
  const kept: { unsaved: Unsaved | null } = { unsaved: null };
  const row = promptStore(library, promptId);
  let reads = 0;
  const store: typeof row = {
    ...row,
    async content() {
      const text = await row.content();
      reads += 1;
      return text;
    },
  };
  const binding = bindEditor({
    editor,
    store,
    base: content,
    clock,
    random: () => 1,
    lastResort: {
      keep: (unsaved) => {
        kept.unsaved = unsaved;
        return true;
      },
      drop: () => {
        kept.unsaved = null;
      },
    },
    onState: (state) => states.push(state),
    ...overrides,
  });
  return {
    clock,
    editor,
    binding,
    store,
    states,
    kept,
    /** How often the row was looked at. */
    reads: () => reads,
    state: (): SaveState => states.at(-1) ?? { kind: 'saved' },
    type(text: string) {
      editor.type(text);
      binding.changed();
    },
  };
}
