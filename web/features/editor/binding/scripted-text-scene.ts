/** An editor that is bound to one text in memory, which answers and fails as a test decides. */
import { manualClock } from '../../../ui/testing/manual-clock.ts';
import type { Unsaved } from './bound-text.ts';
import { type BindingDeps, bindEditor } from './editor-binding.ts';
import { plainEditor } from './editor-scene.ts';
import { createPromptUndo } from './prompt-undo.ts';
import type { SaveState } from './save-state.ts';
import type { StoredOutcome, TextStore } from './text-saver.ts';
import { createTypedHistory } from './typed-history.ts';

const historyId = 1;

type Write = { content: string; base: string };

/** `row`: the text that is stored; undefined: there is none. */
function scriptedText(row: string | undefined) {
  const watchers = new Set<(row?: string) => void>();
  const script = {
    row,
    reads: 0,
    writes: [] as Write[],
    versions: [] as string[],
    recovered: [] as string[],
    /** The fate of a read or a write before it is answered: a rejection, or a wait. */
    onRead: async () => {},
    onWrite: async () => {},
    onRecover: async () => {},
    /** The answer to a write; null: it is stored. */
    refusal: null as StoredOutcome | null,
    versionOutcome: async (): Promise<StoredOutcome> => ({ ok: true }),
    canRecover: true,
    watchers: () => watchers.size,
    /** Another tab or device writes the row. */
    change(next: string | undefined) {
      script.row = next;
      for (const changed of watchers) changed();
    },
    /** The same, by a pull that passes the row on. */
    arrive(next: string) {
      script.row = next;
      for (const changed of watchers) changed(next);
    },
  };
  const store: TextStore = {
    async content() {
      script.reads += 1;
      await script.onRead();
      return script.row;
    },
    watch(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
    async setContent(text) {
      script.writes.push(text);
      await script.onWrite();
      if (script.refusal !== null) return script.refusal;
      if (script.row === undefined) return { ok: false, code: 'not_found' };
      script.row = text.content;
      return { ok: true };
    },
    async saveVersion({ content }) {
      script.versions.push(content);
      return script.versionOutcome();
    },
    async recover({ text }) {
      await script.onRecover();
      if (!script.canRecover) return { ok: false };
      script.recovered.push(text);
      return { ok: true, title: `Recovered ${script.recovered.length}` };
    },
  };
  return { script, store };
}

/** One editor upon a scripted text. `shown`: what the editor holds, where it is not the row's text. */
export function scriptedTab(
  row: string | undefined,
  { shown = row ?? '', base = row ?? '', ...overrides }: Partial<BindingDeps> & { shown?: string } = {},
) {
  const { script, store } = scriptedText(row);
  const clock = manualClock();
  const editor = plainEditor(shown);
  const states: SaveState[] = [];
  const copies: (Unsaved | null)[] = [];
  const undo = createPromptUndo();
  undo.opened(historyId, shown);
  const history = createTypedHistory({ undo, historyId, clock, text: editor.text });
  const binding = bindEditor({
    ...{ editor: history.bound(editor), store, base, clock },
    random: () => 1,
    lastResort: {
      keep: (unsaved) => {
        copies.push(unsaved);
        return true;
      },
      drop: () => copies.push(null),
    },
    onState: (state) => states.push(state),
    ...overrides,
  });
  return {
    ...{ script, clock, editor, binding, states, copies },
    kinds: () => states.map(({ kind }) => kind),
    state: () => states.at(-1),
    type(text: string) {
      editor.type(text);
      history.noteTyped();
      binding.changed();
    },
    /** The person presses Undo or Redo; false where there is no step. */
    step(direction: 'undo' | 'redo'): boolean {
      const content = history.step(direction);
      if (content === null) return false;
      editor.type(content);
      binding.changed();
      return true;
    },
    /** Lets so much time pass, and then everything that was begun come to its end. */
    async pass(milliseconds: number) {
      clock.pass(milliseconds);
      await quiet();
    },
  };
}

/** Resolves when everything that needs no time and no disk has come to its end. */
export async function quiet(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Returns a step that waits until it is released. */
export function gate() {
  let release = () => {};
  const opened = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { wait: () => opened, release };
}
