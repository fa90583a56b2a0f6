import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { createListeners } from '#shared/events/listeners.ts';
import type { Library } from '../../../data/database/library.ts';
import { textKey } from '../../../data/drafts/text-ref.ts';
import type { EditorMemory } from './editor-memory.ts';
import { type PromptEditor, showEditor } from './show-editor.ts';

export type PromptEditorOptions = {
  library: Library;
  promptId: number;
  /** Null: the current text. */
  versionId: number | null;
  memory: EditorMemory;
  onLimit(direction: 'undo' | 'redo'): void;
  onReplaced(): void;
};

const reading: PromptEditor = { phase: 'reading' };

/**
 * Puts an editor for this text into `place`, for as long as the caller is on the screen. An editor that was parked is
 * shown at once, and taken without drawing anything again.
 */
export function usePromptEditor(options: PromptEditorOptions): {
  place: RefObject<HTMLDivElement | null>;
  shown: PromptEditor;
} {
  const { library, promptId, versionId, memory } = options;
  const place = useRef<HTMLDivElement>(null);
  const [reports] = useState(createReports);
  const onReplaced = useEffectEvent(() => options.onReplaced());
  const onLimit = useEffectEvent((direction: 'undo' | 'redo') => options.onLimit(direction));

  useEffect(() => {
    const textRef = { promptId, versionId };
    const close = showEditor({
      ...{ library, textRef, memory },
      place: () => place.current,
      onShown: (shown) => reports.set({ of: textKey(textRef), shown }),
      onLimit: (direction) => onLimit(direction),
      onReplaced: () => onReplaced(),
    });
    return () => {
      close();
      reports.forget();
    };
  }, [library, promptId, versionId, memory, reports]);

  // Until the next text is there, what is known is of the one before: nobody must write into that by mistake.
  const textRef = { promptId, versionId };
  const shown = useSyncExternalStore(
    reports.subscribe,
    () => reports.of(textKey(textRef)) ?? memory.parked.peek(textRef)?.shown() ?? reading,
  );
  return { place, shown };
}

type Report = { readonly of: string; readonly shown: PromptEditor };

/** Holds what was last reported of a text. */
function createReports() {
  let last: Report | null = null;
  const { subscribe, notify } = createListeners();
  return {
    of: (key: string) => (last?.of === key ? last.shown : null),
    set(report: Report): void {
      last = report;
      notify();
    },
    forget(): void {
      last = null;
    },
    subscribe,
  };
}
