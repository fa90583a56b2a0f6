import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { Library } from '../../data/database/library.ts';
import { promptTitleOf, type VersionItem, versionItemsOf } from '../../data/queries/version-items.ts';
import { copyText } from '../../ui/copy-text.ts';
import { saveFile } from '../../ui/save-file.ts';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import { ConflictBanner } from './conflict-banner.tsx';
import { EditorBody } from './editor-body.tsx';
import { EditorHeader } from './editor-header.tsx';
import { type EditorMemory, type EditorSurroundings, useEditorMemory } from './editor-memory.ts';
import { EditorStage } from './editor-stage.tsx';
import { charactersReplaced, copied, limitToasts, notCopied, versionMissing } from './editor-toasts.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import type { FullscreenTabs } from './fullscreen-tab-bar.tsx';
import { promptFileName } from './prompt-file-name.ts';
import { focusAtom, fontSizeAt, fontSizeAtom, markdownViewAtom } from './reading-atoms.ts';
import { RenderedText } from './rendered-text.tsx';
import { type Notice, noticeOf, quietWords, SaveNotice } from './save-notice.tsx';
import type { SaveState } from './save-state.ts';
import { SaveVersionDialog } from './save-version-dialog.tsx';
import { usePaneFocus } from './use-pane-focus.ts';
import { type PromptEditor, usePromptEditor } from './use-prompt-editor.ts';
import { useVersionSaving } from './use-version-saving.ts';
import './engine/source-editor.css';
import './editor-pane.css';

export type EditorPaneProps = {
  readonly library: Library;
  readonly promptId: number;
  readonly project: { readonly name: string; readonly color: string };
  /** What the prompt was last called: it may be gone by now. */
  readonly lastTitle?: string;
  readonly versionsShown: boolean;
  onToggleVersions(): void;
  notify(toast: ToastRequest): void;
  /** The old version whose text is shown and edited; null, the default: the current text. */
  readonly versionId?: number | null;
  /** The old version is gone: the current text is to be shown. */
  onLeaveVersion?(): void;
  /** Without these two there is no button for the notes. */
  readonly notesShown?: boolean;
  onToggleNotes?(): void;
  /** The other side of a conflict is to be looked at. */
  onReviewConflict?(version: VersionItem): void;
  /** The open prompts, for the tab bar of fullscreen. */
  readonly tabs?: FullscreenTabs;
  /** The panels that are shown, in their order: they stand beside the text, in fullscreen too. */
  readonly beside?: ReactNode;
  /** Where they lie over the text, somebody wants to be back at it. */
  onHidePanels?(): void;
  /** The focus is to come here as soon as the text is open. */
  readonly focusWanted?: boolean;
  onFocusTaken?(): void;
  /** Another clock and another storage than the browser's, for tests. */
  readonly surroundings?: EditorSurroundings;
};

const noTabs: FullscreenTabs = { tabs: [], onSelect: () => undefined, onClose: () => undefined };

/** One prompt: what it is, its tools, and its text. Another prompt is another pane on the same stage. */
export function EditorPane(props: EditorPaneProps) {
  const { library, promptId, tabs } = props;
  const memory = useEditorMemory(library, props.surroundings);
  const openPromptIds = tabs?.tabs.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (openPromptIds !== undefined) memory.undo.keepOpen(openPromptIds.split(' ').map(Number));
  }, [memory, openPromptIds]);
  return (
    <EditorStage selectedId={promptId} tabs={tabs ?? noTabs}>
      <PaneOfOnePrompt key={promptId} {...props} memory={memory} />
    </EditorStage>
  );
}

function PaneOfOnePrompt(props: EditorPaneProps & { readonly memory: EditorMemory }) {
  const { library, promptId, versionId = null, versionsShown, onToggleVersions, notify, memory } = props;
  const title = useLive(() => promptTitleOf(library, promptId), [library, promptId]) ?? props.lastTitle;
  const versions = useLive(() => versionItemsOf(library, promptId), [library, promptId]) ?? [];
  const viewing = useAtomValue(markdownViewAtom);
  const fontSize = useAtomValue(fontSizeAtom);
  const focus = useAtomValue(focusAtom);
  const showLimit = (direction: 'undo' | 'redo') => notify(limitToasts[direction]);
  const { place, shown } = usePromptEditor({
    ...{ library, promptId, versionId, memory },
    onLimit: (direction) => notify(limitToasts[direction]),
    onReplaced: () => notify(charactersReplaced),
  });
  const editor = shown.phase === 'open' ? shown.editor : null;
  const pane = useRef<HTMLElement>(null);
  const paneFocus = usePaneFocus(pane, {
    editor,
    isWanted: props.focusWanted === true,
    onTaken: () => props.onFocusTaken?.(),
  });
  const number = versions.find(({ id }) => id === versionId)?.version ?? null;
  const notice = noticeOf(shown, { isVersion: versionId !== null });
  const saving = useVersionSaving({ editor, version: versionId === null ? null : number, notify });
  useAskBeforeLosing(() => notice?.holdsWords === true || memory.closed.holdUnsaved());
  useLeaveMissingVersion(shown, props);

  async function copy(): Promise<void> {
    if (editor === null) return;
    try {
      await copyText(window, editor.text());
      notify(copied);
    } catch {
      notify(notCopied);
    }
  }

  return (
    <section ref={pane} className="editor-pane" aria-label={title ?? 'Prompt'} {...paneFocus}>
      <EditorHeader
        project={props.project}
        title={title}
        latest={versions[0]?.version}
        viewing={versionId === null ? null : number}
      />
      <EditorToolbar
        disabled={editor === null}
        readOnly={isGone(shown)}
        saving={saving.isSaving}
        version={versionId === null ? null : number}
        versionsShown={versions.length > 0 ? versionsShown : null}
        notesShown={props.onToggleNotes === undefined ? null : props.notesShown === true}
        onFormat={(format) => editor?.format(format)}
        onStep={(direction) => {
          if (editor?.step(direction) === false) showLimit(direction);
        }}
        onCopy={() => void copy()}
        onToggleNotes={() => props.onToggleNotes?.()}
        onToggleVersions={onToggleVersions}
        onSaveVersion={saving.begin}
      />
      <EditorBody beside={props.beside} onHidePanels={() => props.onHidePanels?.()}>
        <SaveNotice
          notice={notice}
          hasText={editor !== null}
          onRetry={() => void editor?.flush()}
          onCopy={() => void copy()}
          onDownload={() => {
            if (editor === null) return;
            const name = promptFileName(title ?? '');
            saveFile(document, { name, text: editor.text(), type: 'text/markdown;charset=utf-8' });
          }}
        />
        <ConflictBanner
          versions={versions}
          versionsShown={versionsShown}
          onToggleVersions={onToggleVersions}
          onReview={props.onReviewConflict}
        />
        {viewing && editor !== null && (
          <RenderedText editor={editor} fontSize={fontSizeAt(fontSize)} narrow={focus} />
        )}
        {/* It stays while it is not seen: the caret, and what comes in from elsewhere, are in it. */}
        <div ref={place} className="editor-text" hidden={viewing} aria-busy={shown.phase === 'reading'} />
        <footer className="editor-footer">
          <p className="editor-hint">
            {hintOf({ shown, notice, viewing, version: number, isVersion: versionId !== null })}
          </p>
          <p className="editor-quiet" aria-live="polite">
            {quietWords(shown)}
          </p>
        </footer>
      </EditorBody>
      <SaveVersionDialog
        open={saving.isAsking}
        saving={saving.isSaving}
        onClose={saving.stopAsking}
        onSave={(description) => void saving.save(description)}
      />
    </section>
  );
}

type Hint = {
  shown: PromptEditor;
  notice: Notice | null;
  viewing: boolean;
  isVersion: boolean;
  version: number | null;
};

/** What is typed is promised to be saved only where it is. */
function hintOf({ shown, notice, viewing, isVersion, version }: Hint): string {
  if (isGone(shown)) return 'This text can be read and copied, but not changed any more.';
  if (viewing) return 'Viewing rendered Markdown (read-only). Switch to Edit mode to make changes.';
  if (notice !== null) return notice.holdsWords ? 'What you typed is not saved yet.' : '';
  if (isVersion) return `Editing Version ${version ?? ''} - changes are saved automatically.`;
  return 'Editing current version - content is auto-saved as you type.';
}

function isGone(shown: PromptEditor): boolean {
  return shown.phase === 'open' && shown.state.kind === 'gone';
}

/** An old version that is not there, or that is deleted while nothing unsaved is in it, is left again. */
function useLeaveMissingVersion(shown: PromptEditor, props: EditorPaneProps): void {
  const isVersion = (props.versionId ?? null) !== null;
  const isMissing = isVersion && shown.phase === 'missing';
  const isDeleted = isVersion && shown.phase === 'open' && holdsNothing(shown.state);
  const leave = useEffectEvent(() => {
    if (isMissing) props.notify(versionMissing);
    props.onLeaveVersion?.();
  });
  useEffect(() => {
    if (isMissing || isDeleted) leave();
  }, [isMissing, isDeleted]);
}

/** Gone, and nothing of it is to be told. */
function holdsNothing(state: SaveState): boolean {
  return state.kind === 'gone' && !state.unsaved && state.keptAs === null;
}

function useAskBeforeLosing(wouldLose: () => boolean): void {
  const onLeave = useEffectEvent((event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault();
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => onLeave(event);
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
}
