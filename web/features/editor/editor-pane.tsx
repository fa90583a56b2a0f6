import { useEffect, useEffectEvent, useState } from 'react';
import { LuGitCompare } from 'react-icons/lu';
import { dotColor } from '#shared/model/colors.ts';
import { limits } from '#shared/model/limits.ts';
import { messages } from '#shared/model/messages.ts';
import type { Library } from '../../data/library.ts';
import { promptTitleOf, type VersionItem, versionItemsOf } from '../../data/version-items.ts';
import { Button } from '../../ui/button.tsx';
import { ColorDot } from '../../ui/color-dot.tsx';
import type { ToastRequest } from '../../ui/toaster-store.ts';
import { useLive } from '../../ui/use-live.ts';
import type { SaveVersionOutcome } from './editor-binding.ts';
import { type EditorSurroundings, useEditorMemory } from './editor-memory.ts';
import { EditorToolbar } from './editor-toolbar.tsx';
import type { OpenEditor } from './open-editor.ts';
import { noticeOf, quietWords, SaveNotice } from './save-notice.tsx';
import { SaveVersionDialog } from './save-version-dialog.tsx';
import { downloadText, fileNameOf } from './take-along.ts';
import { usePromptEditor } from './use-prompt-editor.ts';
import './engine/source-editor.css';
import './editor-pane.css';

export type EditorPaneProps = {
  readonly library: Library;
  readonly promptId: number;
  readonly project: { readonly name: string; readonly color: string };
  readonly versionsShown: boolean;
  onToggleVersions(): void;
  notify(toast: ToastRequest): void;
  /** Another clock and another storage than the browser's, for tests. */
  readonly surroundings?: EditorSurroundings;
};

/** One prompt: what it is, its tools, and its text. Another prompt is another pane. */
export function EditorPane(props: EditorPaneProps) {
  return <PaneOfOnePrompt key={props.promptId} {...props} />;
}

function PaneOfOnePrompt(props: EditorPaneProps) {
  const { library, promptId, project, versionsShown, onToggleVersions, notify } = props;
  const memory = useEditorMemory(library, props.surroundings);
  const title = useLive(() => promptTitleOf(library, promptId), [library, promptId]);
  const versions = useLive(() => versionItemsOf(library, promptId), [library, promptId]) ?? [];
  const sayLimit = (direction: 'undo' | 'redo') => notify(limitToasts[direction]);
  const { place, shown } = usePromptEditor({ library, promptId, versionId: null, memory, onLimit: sayLimit });
  const editor = shown.phase === 'open' ? shown.editor : null;
  const notice = noticeOf(shown);
  const version = useVersionSaving({ editor, notify });
  useAskBeforeLosing(() => notice?.holdsWords === true || memory.closed.holdUnsaved());

  async function copy(): Promise<void> {
    if (editor === null) return;
    try {
      await navigator.clipboard.writeText(editor.text());
      notify({ title: 'Copied to clipboard' });
    } catch {
      const description = 'Could not copy to clipboard. Please try again.';
      notify({ title: 'Failed to copy', description, kind: 'destructive' });
    }
  }

  return (
    <section className="editor-pane" aria-label={title ?? 'Prompt'}>
      <header className="editor-header">
        <p className="editor-project">
          <ColorDot color={dotColor(project.color)} />
          <span>{project.name}</span>
        </p>
        <h1 className="editor-title" title={title}>
          {title ?? '\u00a0'}
        </h1>
        <p className="editor-version">Latest Version: {versions[0]?.version ?? '1.0'}</p>
      </header>
      <EditorToolbar
        disabled={editor === null}
        saving={version.isSaving}
        versionsShown={versions.length > 0 ? versionsShown : null}
        onFormat={(format) => editor?.format(format)}
        onStep={(direction) => {
          if (editor?.step(direction) === false) sayLimit(direction);
        }}
        onCopy={() => void copy()}
        onToggleVersions={onToggleVersions}
        onSaveVersion={version.ask}
      />
      <SaveNotice
        notice={notice}
        hasText={editor !== null}
        onRetry={() => void editor?.flush()}
        onCopy={() => void copy()}
        onDownload={() => {
          if (editor !== null) downloadText(document, { name: fileNameOf(title ?? ''), text: editor.text() });
        }}
      />
      <ConflictBanner versions={versions} versionsShown={versionsShown} onToggleVersions={onToggleVersions} />
      <div ref={place} className="editor-text" aria-busy={shown.phase === 'reading'} />
      <footer className="editor-footer">
        <p className="editor-hint">Editing current version - content is auto-saved as you type.</p>
        <p className="editor-quiet" aria-live="polite">
          {quietWords(shown)}
        </p>
      </footer>
      <SaveVersionDialog
        open={version.isAsking}
        saving={version.isSaving}
        onClose={version.stopAsking}
        onSave={(description) => void version.save(description)}
      />
    </section>
  );
}

function useVersionSaving({
  editor,
  notify,
}: { editor: OpenEditor | null } & Pick<EditorPaneProps, 'notify'>) {
  const [isAsking, setIsAsking] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  return {
    isAsking,
    isSaving,
    ask: () => setIsAsking(true),
    stopAsking: () => setIsAsking(false),
    async save(description: string): Promise<void> {
      if (editor === null) return;
      setIsSaving(true);
      const outcome = await editor.saveVersion(description);
      setIsSaving(false);
      setIsAsking(false);
      notify(versionToasts[outcome]);
    },
  };
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

type ConflictBannerProps = Pick<EditorPaneProps, 'versionsShown' | 'onToggleVersions'> & {
  readonly versions: readonly VersionItem[];
};

/** Somebody else's words are not in this text: where they are. */
function ConflictBanner({ versions, versionsShown, onToggleVersions }: ConflictBannerProps) {
  const [newest, ...older] = versions.filter(({ conflict }) => conflict === 'unreviewed');
  if (newest === undefined) return null;
  return (
    <aside className="editor-conflict" aria-label="Conflicting edit">
      <LuGitCompare aria-hidden />
      <p className="editor-notice-words">
        The same words were also edited elsewhere. Your text stands; the other one is kept in full as Version{' '}
        {newest.version}
        {older.length > 0 && `, and ${older.length} more`}.
      </p>
      {!versionsShown && (
        <Button size="sm" onClick={onToggleVersions}>
          Show Version History
        </Button>
      )}
    </aside>
  );
}

const limitToasts: Readonly<Record<'undo' | 'redo', ToastRequest>> = {
  undo: {
    title: 'Nothing to undo',
    description: "You're at the beginning of the edit history",
    duration: limits.undoToastMs,
  },
  redo: {
    title: 'Nothing to redo',
    description: "You're at the most recent edit",
    duration: limits.undoToastMs,
  },
};

const versionToasts: Readonly<Record<SaveVersionOutcome, ToastRequest>> = {
  saved: { title: 'New version saved' },
  blank: { title: 'Failed to save version', description: messages.emptyTextNotSaved, kind: 'destructive' },
  tooLarge: {
    title: 'Failed to save version',
    description: 'This text is too large to be saved.',
    kind: 'destructive',
  },
  gone: {
    title: 'Prompt no longer exists',
    description: 'This prompt may have been deleted. Please close this tab.',
    kind: 'destructive',
  },
  failed: {
    title: 'Failed to save version',
    description: 'The browser did not save it. Your text is still in the editor.',
    kind: 'destructive',
  },
};
