import { type TextFormat, toggleFormat } from '#shared/text/toggle-format.ts';
import type { Library } from '../../data/database/library.ts';
import type { TextRef } from '../../data/drafts/text-ref.ts';
import { bindEditor, type SaveVersionOutcome } from './editor-binding.ts';
import type { EditorMemory } from './editor-memory.ts';
import { createSourceEditor, type SourceChange } from './engine/source-editor.ts';
import type { SaveState } from './save-state.ts';
import { textStore } from './text-store.ts';

/** The text an editor starts with, and the text that this one was written upon. */
export type Opening = { text: string; base: string; isDraft?: boolean };

/** undefined: there is no such text, and nothing typed for it was left behind. Rejects where it cannot be read. */
export async function openingOf(
  memory: EditorMemory,
  { library, textRef }: { library: Library; textRef: TextRef },
): Promise<Opening | undefined> {
  await memory.recovered;
  const unsaved = await memory.closed.reclaim(textRef);
  if (unsaved !== null) return unsaved;
  const content = await textStore(library, textRef).content();
  if (content === undefined) return undefined;
  const draft = memory.drafts.adopt(textRef);
  return draft === null ? { text: content, base: content } : { ...draft, isDraft: true };
}

/** A text on the screen: what the toolbar and the keys can do with it. */
export type OpenEditor = {
  text(): string;
  /** Calls the listener after every change of the text, whoever made it; returns how to stop. */
  onText(listener: () => void): () => void;
  format(format: TextFormat): void;
  /** False: nothing more that way. */
  step(direction: 'undo' | 'redo'): boolean;
  saveVersion(description: string): Promise<SaveVersionOutcome>;
  flush(): Promise<void>;
  flushForGood(): Promise<void>;
  focus(): void;
  close(): void;
};

export type OpenEditorOptions = {
  element: HTMLElement;
  library: Library;
  textRef: TextRef;
  opening: Opening;
  memory: EditorMemory;
  onState(state: SaveState): void;
  /** A step that a key asked for, and that there is none. */
  onLimit(direction: 'undo' | 'redo'): void;
  /** Characters that cannot be stored were replaced in the text. */
  onReplaced(): void;
};

/** Reading a large text at each key would be felt; a history entry may be this much late. */
const recordPauseMs = 100;

export function openEditor(options: OpenEditorOptions): OpenEditor {
  const { element, library, textRef, opening, memory } = options;
  const { clock, random } = memory.surroundings;
  const { drafts, closed } = memory;
  const undo = textRef.versionId === null ? memory.undo : memory.versionUndo;
  const historyId = textRef.versionId ?? textRef.promptId;
  const listeners = new Set<() => void>();
  let typedAt: number | null = null;
  let callOffRecord = () => {};
  /** Its row is gone: the text is there to be read and taken along. */
  let isLocked = false;
  const store = textStore(library, textRef);

  undo.opened(historyId, opening.text);
  const source = createSourceEditor({
    element,
    text: opening.text,
    label: 'Prompt content',
    onChange,
    onBlur: () => void binding.flush(),
    onKeyDown: keyDown,
    onUndo: () => stepOrNotify('undo'),
    onRedo: () => stepOrNotify('redo'),
  });
  const binding = bindEditor({
    editor: {
      text: source.text,
      setText(text, how) {
        record();
        source.setText(text, how);
      },
      isComposing: source.isComposing,
      setEditable(editable) {
        if (isLocked === !editable) return;
        isLocked = !editable;
        source.setEditable(editable);
      },
    },
    store,
    base: opening.base,
    isDraft: opening.isDraft ?? false,
    clock,
    random,
    lastResort: {
      keep: (unsaved) => drafts.keep({ ...textRef, ...unsaved, ...store.origin() }),
      drop: () => drafts.drop(textRef),
    },
    onState: options.onState,
    onReplaced: options.onReplaced,
    onMerge: (change) => undo.merged(historyId, change),
  });

  const stopStoring = library.typed.add(binding.flushForGood);

  function onChange({ origin }: SourceChange): void {
    for (const listener of listeners) listener();
    if (origin === 'merge') return;
    binding.changed();
    if (origin !== 'user') return;
    typedAt = clock.now();
    callOffRecord();
    callOffRecord = clock.after(recordPauseMs, record);
  }

  function keyDown(event: KeyboardEvent): boolean {
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!isCommand || event.isComposing) return false;
    switch (event.key.toLowerCase()) {
      case 'b':
        format('bold');
        return true;
      case 'i':
        format('italic');
        return true;
      case 's':
        // The browser would offer to save the page.
        void binding.flush();
        return true;
      default:
        return false;
    }
  }

  function record(): void {
    callOffRecord();
    if (typedAt === null) return;
    undo.typed(historyId, { content: source.text(), at: typedAt });
    typedAt = null;
  }

  function format(format: TextFormat): void {
    if (isLocked || source.isComposing()) return;
    record();
    const { change, selection } = toggleFormat(source.text(), source.selection(), format);
    source.replace({ from: change.from, to: change.to }, change.insert);
    source.select(selection);
    record();
    source.focus();
  }

  function step(direction: 'undo' | 'redo'): boolean {
    // An input method holds a piece of the text that must not be exchanged under it.
    if (isLocked || source.isComposing()) return true;
    record();
    const content = undo.step(historyId, { direction, shown: source.text() });
    if (content === null) return false;
    source.setText(content, { keepSelection: false, origin: 'history' });
    return true;
  }

  function stepOrNotify(direction: 'undo' | 'redo'): void {
    if (!step(direction)) options.onLimit(direction);
  }

  return {
    text: source.text,
    onText(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    format,
    step,
    saveVersion: binding.saveVersion,
    flush: binding.flush,
    flushForGood: binding.flushForGood,
    focus: source.focus,
    close() {
      record();
      stopStoring();
      closed.leave(textRef, binding);
      source.destroy();
    },
  };
}
