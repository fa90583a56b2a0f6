import { t } from '#shared/language/translate.ts';
import type { Library } from '../../../data/database/library.ts';
import type { TypedText } from '../../../data/database/typed-texts.ts';
import type { TextRef } from '../../../data/drafts/text-ref.ts';
import { baseOver } from '../../../data/drafts/unsaved-drafts.ts';
import { promptReadAhead } from '../../../data/queries/read-ahead.ts';
import { bindEditor } from '../binding/editor-binding.ts';
import { isOnScreenOnly, type SaveState } from '../binding/save-state.ts';
import { textStore } from '../binding/text-store.ts';
import { createTypedHistory } from '../binding/typed-history.ts';
import type { LastResort } from '../binding/unsaved-copy.ts';
import type { SourceChange } from '../engine/mounted-editor.ts';
import { createSourceEditor, type SourceEditor } from '../engine/source-editor.ts';
import type { FindSurface } from '../find/find-surface.ts';
import { createFoldedMessages } from '../markdown/folded-messages.ts';
import type { SnippetSurface } from '../snippets/snippet-surface.ts';
import { createEditorCommands, type EditorCommands } from './editor-commands.ts';
import { runFoldKey, runFormatKey } from './editor-keys.ts';
import type { EditorMemory } from './editor-memory.ts';
import type { OpenEditor } from './open-editor-type.ts';

/** The text an editor starts with, and the text that this one was written upon. */
export type Opening = { text: string; base: string; isDraft?: boolean };

/** Returns undefined where there is no such text, and no draft of it. Rejects where it cannot be read. */
export async function openingOf(
  memory: EditorMemory,
  { library, textRef }: { library: Library; textRef: TextRef },
): Promise<Opening | undefined> {
  await Promise.all([memory.recovered, memory.viewModes.loaded]);
  const unsaved = await memory.closed.reclaim(textRef);
  if (unsaved !== null) return unsaved;
  const content = await contentOf(library, textRef);
  if (content === undefined) return undefined;
  const draft = memory.drafts.adopt(textRef);
  if (draft === null) return { text: content, base: content };
  return { text: draft.text, base: baseOver(draft, content), isDraft: true };
}

async function contentOf(library: Library, textRef: TextRef): Promise<string | undefined> {
  if (textRef.versionId !== null) return textStore(library, textRef).content();
  return (await promptReadAhead(library, textRef.promptId))?.content;
}

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

const texts = () => ({
  label: t('Prompt content'),
  description: t('F6 goes to the toolbar and back.'),
  placeholder: t(
    'Write your prompt here. Markdown is highlighted, {name} marks a variable, and the toolbar formats what is selected.',
  ),
});

export function openEditor(options: OpenEditorOptions): OpenEditor {
  const { element, library, textRef, opening, memory } = options;
  const { clock, random } = memory.surroundings;
  const { drafts, closed } = memory;
  const undo = textRef.versionId === null ? memory.undo : memory.versionUndo;
  const historyId = textRef.versionId ?? textRef.promptId;
  const listeners = createEditorListeners();
  const store = textStore(library, textRef);
  undo.opened(historyId, opening.text);
  const source = createSourceEditor({
    element,
    text: opening.text,
    ...texts(),
    onChange,
    onBlur: () => void binding.flush(),
    ...listeners.engine((event) => runFormatKey(event, commands.format) || runFoldKey(event, source)),
    onUndo: () => stepOrNotify('undo'),
    onRedo: () => stepOrNotify('redo'),
  });
  const history = createTypedHistory({ undo, historyId, clock, text: source.text });
  const { bound, ...commands } = createEditorCommands(source, history);
  const typed = library.typed.add(
    () => binding.flushForGood(),
    () => binding.rescue(),
  );
  const reports = reportingPending(typed, options.onState);
  const binding = bindEditor({
    ...{ editor: bound, store, clock, random },
    ...{ base: opening.base, isDraft: opening.isDraft ?? false },
    lastResort: draftOf(textRef, { drafts, store }),
    ...{ onState: reports.onState, onReplaced: options.onReplaced },
  });

  function onChange({ origin }: SourceChange): void {
    listeners.textChanged();
    if (origin === 'merge' || origin === 'repair') return;
    binding.changed();
    if (origin === 'user') history.noteTyped();
  }

  function stepOrNotify(direction: 'undo' | 'redo'): void {
    if (!commands.step(direction)) options.onLimit(direction);
  }

  return {
    ...{ ...commands, text: source.text, focus: source.focus },
    ...{ folds: source.folds, readFolds: createFoldedMessages() },
    ...{ saveVersion: binding.saveVersion, flushForGood: binding.flushForGood },
    save: () => binding.flush().then(reports.isSaved),
    onText: listeners.onText,
    finding: { ...findingIn(source, commands), onText: listeners.onText },
    snippets: listeners.snippets(source, commands),
    close() {
      history.record();
      typed.stop();
      closed.leave(textRef, binding);
      source.destroy();
    },
  };
}

function findingIn(
  source: SourceEditor,
  { replace, exchange }: Pick<EditorCommands, 'replace' | 'exchange'>,
): Omit<FindSurface, 'onText'> {
  const { text, selection, focus, showMatches, reveal } = source;
  const acts = { focus, reveal, replace, show: showMatches, replaceAll: exchange };
  return { text, selection, isDrawnLater: false, ...acts };
}

/** A text that cannot be committed is counted as a draft; one that cannot be kept as a draft either is pending. */
function reportingPending(typed: TypedText, onState: (state: SaveState) => void) {
  let isSaved = true;
  return {
    isSaved: () => isSaved,
    onState(state: SaveState): void {
      isSaved = state.kind === 'saved';
      typed.setPending(state.kind === 'waiting' || state.kind === 'saving' || isOnScreenOnly(state));
      onState(state);
    },
  };
}

function draftOf(
  textRef: TextRef,
  { drafts, store }: { drafts: EditorMemory['drafts']; store: ReturnType<typeof textStore> },
): LastResort {
  return {
    keep: (unsaved) => drafts.keep({ ...textRef, ...unsaved, ...store.origin() }),
    drop: () => drafts.drop(textRef),
  };
}

/** Passes changes of the text, keys and moves of the caret on to what is shown beside the text. */
function createEditorListeners() {
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
