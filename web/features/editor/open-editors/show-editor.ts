/**
 * Shows one text in an editor for as long as its pane is on the screen, and has it written when the page goes away.
 * Before: `use-prompt-editor.ts` has the place. After: `open-editor.ts` opens the text in it.
 */
import type { Library } from '../../../data/database/library.ts';
import type { TextRef } from '../../../data/drafts/text-ref.ts';
import { isRoutine } from '../binding/save-state.ts';
import { textStore } from '../binding/text-store.ts';
import type { EditorMemory } from './editor-memory.ts';
import { openingOf } from './open-editor.ts';
import type { PlacedEditor, ShownEditor } from './parked-editors.ts';
import { createPlacedEditor } from './placed-editor.ts';

export type PromptEditor =
  | { phase: 'reading' }
  /** There is no such text; should it come, it is opened. */
  | { phase: 'missing' }
  | { phase: 'unreadable' }
  | ShownEditor;

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
  let placed: PlacedEditor | null = null;
  let isLeft = false;
  let stopWaiting = () => {};

  function put(opened: PlacedEditor, within: HTMLElement): void {
    placed = opened;
    const { element } = opened;
    const show = () => {
      if (!isLeft) onShown(opened.shown());
    };
    let isShownAsRoutine = isRoutine(opened.state());
    opened.report({
      onState(state) {
        const isAlike = isShownAsRoutine && isRoutine(state);
        isShownAsRoutine = isRoutine(state);
        if (!isAlike) show();
      },
      onLimit,
      onReplaced,
    });
    if (element.parentElement !== within) within.append(element);
    show();
  }

  async function open(): Promise<void> {
    const opening = await openingOf(memory, { library, textRef });
    const within = place();
    if (isLeft || placed !== null || within === null) return;
    if (opening === undefined) return onShown({ phase: 'missing' });
    stopWaiting();
    put(createPlacedEditor({ library, textRef, opening, memory }), within);
  }

  const tryToOpen = oneAtATime(async () => {
    if (placed !== null || isLeft) return;
    await open().catch(() => {
      if (!isLeft) onShown({ phase: 'unreadable' });
    });
  });

  const stopFlushing = onPageLeft(() => void placed?.editor.flushForGood());
  const within = place();
  const parked = within === null ? null : memory.parked.take(textRef);
  if (parked !== null && within !== null) put(parked, within);
  else {
    // Reports the row once at the beginning, and once more when a text that was not there has come.
    stopWaiting = textStore(library, textRef).watch(tryToOpen);
    tryToOpen();
  }
  return () => {
    isLeft = true;
    stopWaiting();
    stopFlushing();
    if (placed !== null) memory.parked.park(textRef, placed);
  };
}

/** Returns what runs a step, and runs it once more where it was asked for meanwhile. */
function oneAtATime(step: () => Promise<void>): () => void {
  let isWanted = false;
  let isRunning = false;
  async function run(): Promise<void> {
    isRunning = true;
    while (isWanted) {
      isWanted = false;
      await step();
    }
    isRunning = false;
  }
  return () => {
    isWanted = true;
    if (!isRunning) void run();
  };
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
