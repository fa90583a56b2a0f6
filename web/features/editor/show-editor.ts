/**
 * Shows one text in an editor for as long as its pane is on the screen, and has it written when the page goes away.
 * Before: `use-prompt-editor.ts` has the place. After: `open-editor.ts` opens the text in it.
 */
import type { Library } from '../../data/database/library.ts';
import type { TextRef } from '../../data/drafts/text-ref.ts';
import type { EditorMemory } from './editor-memory.ts';
import { type OpenEditor, openEditor, openingOf } from './open-editor.ts';
import type { SaveState } from './save-state.ts';
import { textStore } from './text-store.ts';

export type PromptEditor =
  | { phase: 'reading' }
  /** There is no such text; should it come, it is opened. */
  | { phase: 'missing' }
  | { phase: 'unreadable' }
  | { phase: 'open'; editor: OpenEditor; state: SaveState };

/** The row of the text is gone: it can be read and copied, and not changed. */
export function isGone(shown: PromptEditor): boolean {
  return shown.phase === 'open' && shown.state.kind === 'gone';
}

export type ShowEditorDeps = {
  readonly library: Library;
  readonly textRef: TextRef;
  readonly memory: EditorMemory;
  /** Null while the pane is not drawn. */
  place(): HTMLElement | null;
  onShown(shown: PromptEditor): void;
  onLimit(direction: 'undo' | 'redo'): void;
  onReplaced(): void;
};

/** Opens the text, now or when it comes; returns how to close it. */
export function showEditor(deps: ShowEditorDeps): () => void {
  const { library, textRef, memory, place, onShown, onLimit, onReplaced } = deps;
  let editor: OpenEditor | null = null;
  let state: SaveState = { kind: 'saved' };
  let isLeft = false;
  let stopWaiting = () => {};

  function show(): void {
    if (!isLeft && editor !== null) onShown({ phase: 'open', editor, state });
  }

  async function open(): Promise<void> {
    const opening = await openingOf(memory, { library, textRef });
    const within = place();
    if (isLeft || editor !== null || within === null) return;
    if (opening === undefined) return onShown({ phase: 'missing' });
    stopWaiting();
    // Filled before it is on the page, which is then laid out once.
    const element = document.createElement('div');
    editor = openEditor({
      ...{ element, library, textRef, opening, memory, onLimit, onReplaced },
      onState(next) {
        const isAlike = isRoutine(state) && isRoutine(next);
        state = next;
        if (!isAlike) show();
      },
    });
    within.replaceChildren(element);
    show();
  }

  function tryToOpen(): void {
    open().catch(() => {
      if (!isLeft) onShown({ phase: 'unreadable' });
    });
  }

  const stopFlushing = onPageLeft(() => void editor?.flushForGood());
  // Reports the row once at the beginning, and once more when a text that was not there has come.
  stopWaiting = textStore(library, textRef).watch(() => {
    if (editor === null) tryToOpen();
  });
  tryToOpen();
  return () => {
    isLeft = true;
    stopWaiting();
    stopFlushing();
    editor?.close();
  };
}

/** Saved, or on its way to it: the pane shows no difference, so that it is not drawn again at a key. */
function isRoutine({ kind }: SaveState): boolean {
  return kind === 'saved' || kind === 'waiting' || kind === 'saving';
}

/** Runs `flush` whenever the page may go away and never come back; returns how to stop. */
function onPageLeft(flush: () => void): () => void {
  const events = new AbortController();
  const { signal } = events;
  const flushWhenHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', flushWhenHidden, { signal });
  window.addEventListener('pagehide', flush, { signal });
  return () => events.abort();
}
