import type { SourceEditor } from './engine/source-editor.ts';
import type { SnippetSurface } from './snippets/snippet-surface.ts';

/** Passes changes of the text, keys and moves of the caret on to what is shown beside the text. */
export function createEditorListeners() {
  const texts = new Set<() => void>();
  const carets = new Set<() => void>();
  const keys = new Set<(event: KeyboardEvent) => boolean>();
  const onText = (listener: () => void) => listening(texts, listener);
  return {
    onText,
    textChanged: () => callAll(texts),
    /** Returns what the engine calls; a key that no listener has used goes to `rest`. */
    engine: (rest: (event: KeyboardEvent) => boolean) => ({
      onKeyDown: (event: KeyboardEvent) => [...keys].some((listener) => listener(event)) || rest(event),
      onSelectionChange: () => callAll(carets),
    }),
    snippets: (source: SourceEditor, { replace }: Pick<SnippetSurface, 'replace'>): SnippetSurface => ({
      ...source,
      ...{ replace, onText },
      onCaret: (listener) => listening(carets, listener),
      onKey: (listener) => listening(keys, listener),
    }),
  };
}

function callAll(listeners: ReadonlySet<() => void>): void {
  for (const listener of listeners) listener();
}

function listening<Listener>(listeners: Set<Listener>, listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
