/** What the editor's tests are played on: a text box without a screen, a clock that is moved by hand. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { commit } from '../../data/commit.ts';
import { type Library, openLibrary } from '../../data/library.ts';
import {
  type BindingDeps,
  type BoundEditor,
  bindEditor,
  type Timers,
  type Unsaved,
} from './editor-binding.ts';
import { promptStore } from './prompt-store.ts';
import type { SaveState } from './save-state.ts';

export const promptId = 2;

export function manualTimers(): Timers & { pass(ms: number): void } {
  let now = 0;
  const planned = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      planned.add(timer);
      return () => planned.delete(timer);
    },
    pass(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = [...planned].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        planned.delete(next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}

export function plainEditor(opened: string) {
  let text = opened;
  let isComposing = false;
  const editor: BoundEditor & { type(next: string): void; compose(on: boolean): void } = {
    text: () => text,
    setText: (next) => {
      text = next;
    },
    isComposing: () => isComposing,
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

/** A library with one prompt. `indexedDB`: that of another tab, to open the same one. */
export async function libraryWithPrompt(content: string, indexedDB?: IDBFactory): Promise<Library> {
  // Live queries of all libraries in this process hear one another by the database's name.
  const username = `ada${indexedDB === undefined ? ++numberOfLibraries : numberOfLibraries}`;
  let word = indexedDB === undefined ? 100 : 1_000_000;
  const library = await openLibrary(
    { id: 1, username, displayName: 'Ada' },
    {
      random: (words) => words.map(() => word++),
      now: () => 0,
      indexedDb: { indexedDB: indexedDB ?? new IDBFactory(), IDBKeyRange },
    },
  );
  if (indexedDB === undefined) {
    await commit(library, 'createProject', { id: 1, name: 'Project', color: 'red' });
    await commit(library, 'createPrompt', { id: promptId, title: 'Prompt', content, projectId: 1 });
  }
  return library;
}

export async function rowText(library: Library): Promise<string | undefined> {
  return (await library.db.prompts.get(promptId))?.row.content;
}

export async function versionTexts(library: Library): Promise<string[]> {
  return (await library.db.versions.toArray()).map(({ row }) => row.content);
}

/** One tab with the prompt open. */
export function openTab(library: Library, content: string, overrides: Partial<BindingDeps> = {}) {
  const timers = manualTimers();
  const editor = plainEditor(content);
  const states: SaveState[] = [];
  const kept: { unsaved: Unsaved | null } = { unsaved: null };
  const store = promptStore(library, promptId);
  const binding = bindEditor({
    editor,
    store,
    base: content,
    timers,
    random: () => 1,
    lastResort: {
      keep: (unsaved) => {
        kept.unsaved = unsaved;
      },
      drop: () => {
        kept.unsaved = null;
      },
    },
    onState: (state) => states.push(state),
    ...overrides,
  });
  return {
    timers,
    editor,
    binding,
    store,
    states,
    kept,
    state: (): SaveState => states.at(-1) ?? { kind: 'saved' },
    type(text: string) {
      editor.type(text);
      binding.changed();
    },
  };
}
