import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Library } from '../../data/database/library.ts';
import { type TextRef, textKey } from '../../data/drafts/text-ref.ts';
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
    return showEditor({
      ...{ library, textRef, memory },
      place: () => place.current,
      onShown: (shown) => setKnown({ of: textKey(textRef), shown }),
      onLimit: (direction) => onLimit(direction),
      onReplaced: () => onReplaced(),
    });
  }, [library, promptId, versionId, memory]);

  // Until the next text is there, what is known is of the one before: nobody must write into that by mistake.
  return {
    place,
    shown: known?.of === of ? known.shown : (parkedOf(memory, { promptId, versionId }) ?? reading),
  };
}

/** An editor that is parked is shown at once: the tools are not drawn for a text that is not there. */
function parkedOf(memory: EditorMemory, ref: TextRef): PromptEditor | null {
  const parked = memory.parked.peek(ref);
  return parked === null ? null : { phase: 'open', editor: parked.editor, state: parked.state() };
}
