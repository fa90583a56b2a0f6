import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Library } from '../../data/database/library.ts';
import { textKey } from '../../data/drafts/text-ref.ts';
import type { EditorMemory } from './editor-memory.ts';
import { type OpenEditor, openEditor, openingOf } from './open-editor.ts';
import type { SaveState } from './save-state.ts';
import { textStore } from './text-store.ts';

export type PromptEditorOptions = {
  library: Library;
  promptId: number;
  /** Null: the current text. */
  versionId: number | null;
  memory: EditorMemory;
  onLimit(direction: 'undo' | 'redo'): void;
  onReplaced(): void;
};

export type PromptEditor =
  | { phase: 'reading' }
  /** There is no such text; should it come, it is opened. */
  | { phase: 'missing' }
  | { phase: 'unreadable' }
  | { phase: 'open'; editor: OpenEditor; state: SaveState };

const reading: PromptEditor = { phase: 'reading' };

/** Puts an editor for this text into `place`, for as long as the caller is on the screen. */
export function usePromptEditor(options: PromptEditorOptions): {
  place: RefObject<HTMLDivElement | null>;
  shown: PromptEditor;
} {
  const { library, promptId, versionId, memory } = options;
  const place = useRef<HTMLDivElement>(null);
  const [known, setKnown] = useState<{ readonly of: string; readonly shown: PromptEditor }>();
  const of = textKey({ promptId, versionId });
  const onReplaced = useEffectEvent(() => options.onReplaced());
  const onLimit = useEffectEvent((direction: 'undo' | 'redo') => options.onLimit(direction));

  useEffect(() => {
    const textRef = { promptId, versionId };
    const setShown = (shown: PromptEditor) => setKnown({ of: textKey(textRef), shown });
    let editor: OpenEditor | null = null;
    let state: SaveState = { kind: 'saved' };
    let isLeft = false;
    let stopWaiting = () => {};

    function show(): void {
      if (!isLeft && editor !== null) setShown({ phase: 'open', editor, state });
    }

    async function open(): Promise<void> {
      const opening = await openingOf(memory, { library, textRef });
      if (isLeft || editor !== null || place.current === null) return;
      if (opening === undefined) {
        setShown({ phase: 'missing' });
        return;
      }
      stopWaiting();
      const element = document.createElement('div');
      place.current.replaceChildren(element);
      editor = openEditor({
        element,
        library,
        textRef,
        opening,
        memory,
        onState(next) {
          state = next;
          show();
        },
        onLimit: (direction) => onLimit(direction),
        onReplaced: () => onReplaced(),
      });
      show();
    }

    function tryToOpen(): void {
      open().catch(() => {
        if (!isLeft) setShown({ phase: 'unreadable' });
      });
    }

    const flushWhenHidden = () => {
      if (document.visibilityState === 'hidden') void editor?.flushForGood();
    };
    const flushWhenLeft = () => void editor?.flushForGood();
    document.addEventListener('visibilitychange', flushWhenHidden);
    window.addEventListener('pagehide', flushWhenLeft);
    // Says the row once at the beginning, and again when a text that was not there has come.
    stopWaiting = textStore(library, textRef).watch(() => {
      if (editor === null) tryToOpen();
    });
    tryToOpen();
    return () => {
      isLeft = true;
      stopWaiting();
      document.removeEventListener('visibilitychange', flushWhenHidden);
      window.removeEventListener('pagehide', flushWhenLeft);
      editor?.close();
    };
  }, [library, promptId, versionId, memory]);

  // Until the next text is there, what is known is of the one before: nobody must write into that by mistake.
  return { place, shown: known?.of === of ? known.shown : reading };
}
