import { chakra } from '@chakra-ui/react';
import {
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { isBlank } from '#shared/model/text.ts';
import { newestSavedVersion, type VersionItem } from '../../data/queries/version-items.ts';
import { useLibrary } from '../../session/open-library-context.ts';
import { useNotify } from '../../ui/provider.tsx';
import { EditorHeader, type PanePrompt } from './editor-header.tsx';
import { EditorText, type EditorTextProps } from './editor-text.tsx';
import { charactersReplaced, limitToasts, viewFailed } from './editor-toasts.ts';
import { FindPlace } from './find/find-place.tsx';
import { type Find, useFind, type WantedWords } from './find/use-find.ts';
import { RefusedNotice } from './notices/refused-notice.tsx';
import { noticeOf, SaveNotice } from './notices/save-notice.tsx';
import { useEditorMemory } from './open-editors/editor-memory.ts';
import type { OpenEditor } from './open-editors/open-editor-type.ts';
import { isGone, type PromptEditor } from './open-editors/show-editor.ts';
import { usePromptEditor } from './open-editors/use-prompt-editor.ts';
import type { ViewMode, ViewModes } from './open-editors/view-modes.ts';
import { EditorBody } from './stage/editor-body.tsx';
import { EditorStage } from './stage/editor-stage.tsx';
import type { FullscreenTabs } from './stage/fullscreen-tab-bar.tsx';
import type { BesidePanel, PanePanels } from './stage/pane-panels.ts';
import { type PaneCommands, paneCommands } from './toolbar/pane-commands.ts';
import { PaneToolbar } from './toolbar/pane-toolbar.tsx';
import { usePaneFocus } from './use-pane-focus.ts';
import { useSaveKey } from './use-save-key.ts';
import { useLeaveMissingVersion, usePaneVersions, useVersionNumber } from './versions/use-pane-versions.ts';
import './engine/source-editor.css';
import './print.css';
import { lazyPart } from '../../ui/load-again.ts';

const ConflictBanner = lazyPart(async () => (await import('./notices/conflict-banner.tsx')).ConflictBanner);

/** Acts that lead from a pane elsewhere; without one of them there is no way there. */
type PaneActs = {
  /** The other side of a conflict. */
  review?(version: VersionItem): void;
  /** The comparison of a version with the current text. */
  compare?(versionId: number): void;
  /** The list of what the server does not accept. */
  openSyncCentre?(): void;
  /** A prompt that the text refers to. */
  openPrompt?(promptId: number): void;
  /** The prompts that have a tag. */
  showTag?(tag: string): void;
  /** The prompt has another title now. */
  renamed?(title: string): void;
};

export type EditorPaneProps = {
  readonly prompt: PanePrompt;
  /** The old version whose text is shown and edited, null for the current text; `leave` is called where it is gone. */
  readonly openVersion: { readonly id: number | null; leave(): void };
  readonly panels: PanePanels;
  readonly acts: PaneActs;
  /** The review of a conflict is open beside the text. */
  readonly isReviewing?: boolean;
  /** Called with the text that is open, for what is shown beside it; null while none is. */
  readonly onText?: (editor: OpenEditor | null) => void;
  /** The open prompts, for the tab bar of fullscreen. */
  readonly tabs?: FullscreenTabs;
  /** Shows how long the text is, below it. */
  readonly counts?: ReactNode;
  /** The panels that are shown, in their order: they stand beside the text, in fullscreen too. */
  readonly beside?: readonly BesidePanel[];
  /** Whether the focus is to come here as soon as the text is open, and what the find bar is to look for in it. */
  readonly focus: { readonly isWanted: boolean; onTaken(): void; readonly find?: WantedWords };
};

const none: readonly BesidePanel[] = [];
const noTabs: FullscreenTabs = { tabs: [], onSelect: () => undefined, onClose: () => undefined };

/** One prompt: what it is, its tools, and its text. Another prompt is another text in the same pane. */
export function EditorPane(props: EditorPaneProps) {
  const memory = useEditorMemory(useLibrary());
  const { prompt, tabs } = props;
  const openPromptIds = tabs?.tabs.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (openPromptIds === undefined) return;
    const ids = openPromptIds.split(' ').map(Number);
    memory.undo.keepOpen(ids);
    memory.parked.keepOpen(ids);
    memory.viewModes.forgetDeleted();
  }, [memory, openPromptIds]);
  useEffect(() => {
    // After the pane inside has parked its own editor.
    return () => queueMicrotask(() => memory.parked.keepOpen([]));
  }, [memory]);
  return (
    <EditorStage selectedId={prompt.id} tabs={tabs ?? noTabs}>
      <PaneOfOnePrompt {...props} />
    </EditorStage>
  );
}

const Pane = chakra('section', {
  base: { display: 'flex', flexDirection: 'column', flex: 'auto', minW: '0', minH: '0' },
});

function PaneOfOnePrompt(props: EditorPaneProps) {
  const library = useLibrary();
  const memory = useEditorMemory(library);
  const notify = useNotify();
  const { prompt, openVersion, panels, acts } = props;
  const [promptId, versionId] = [prompt.id, openVersion.id];
  const { newest, unreviewed } = usePaneVersions(library, promptId);
  const { place, shown } = usePromptEditor({
    ...{ library, promptId, versionId, memory },
    onLimit: (direction) => notify(limitToasts()[direction]),
    onReplaced: () => notify(charactersReplaced()),
  });
  const editor = openEditorOf(shown);
  const view = useViewMode(memory.viewModes, promptId, editor);
  const pane = useRef<HTMLElement>(null);
  const paneFocus = usePaneFocus(pane, { ...props.focus, promptId, editor });
  const find = useFind({ editor, viewing: view.viewing, pane, wanted: props.focus.find });
  const isVersion = versionId !== null;
  const version = useVersionNumber(library, versionId);
  const notice = noticeOf(shown, { isVersion });
  const commands = paneCommands(editor, { title: prompt.title, notify });
  useAskBeforeLosing(() => notice?.holdsWords === true || memory.closed.holdUnsaved());
  useLeaveMissingVersion(shown, { openVersion, notify });
  useReported(editor, props.onText);
  useSaveKey(commands.save);
  return (
    <Pane
      ref={pane}
      className="editor-pane"
      aria-label={prompt.title}
      data-finding={find.opening === null ? undefined : ''}
      {...paneFocus}
      onKeyDown={(event) => {
        find.onKeyDown(event);
        paneFocus.onKeyDown(event);
      }}
    >
      <EditorHeader
        {...{ prompt, editor, isVersion }}
        latest={newest}
        viewing={version}
        onCompare={acts.compare}
        readOnly={isGone(shown)}
        onTag={acts.showTag}
        onRenamed={acts.renamed}
      />
      <PaneToolbar
        {...{ editor, commands, isVersion, version, view, find }}
        panels={newest === undefined ? { ...panels, versions: null } : panels}
        newestVersion={() => newestSavedVersion(library, promptId)}
        readOnly={isGone(shown)}
      />
      <EditorBody beside={props.beside ?? none} panels={panels}>
        <PaneColumn pane={props} {...{ shown, place, notice, commands, unreviewed, view, version, find }} />
      </EditorBody>
    </Pane>
  );
}

type PaneColumnProps = Pick<EditorTextProps, 'shown' | 'place' | 'notice' | 'version'> & {
  readonly pane: EditorPaneProps;
  readonly commands: PaneCommands;
  readonly unreviewed: readonly VersionItem[];
  readonly view: ViewMode;
  readonly find: Find;
};

/** The text of a pane, and above it what is to be known of it. */
function PaneColumn(props: PaneColumnProps) {
  const { pane, shown, place, notice, commands, unreviewed, view, version, find } = props;
  const notify = useNotify();
  const { prompt, openVersion, panels, acts, isReviewing = false, counts } = pane;
  const { viewing } = view;
  const editor = openEditorOf(shown);
  return (
    <>
      <SaveNotice
        {...{ notice, hasText: editor !== null }}
        onRetry={commands.retry}
        onCopy={commands.copy}
        onDownload={commands.download}
      />
      <RefusedNotice promptId={prompt.id} onOpenSyncCentre={acts.openSyncCentre} />
      {unreviewed.length > 0 && (
        <Suspense fallback={null}>
          <ConflictBanner
            {...{ unreviewed, isReviewing }}
            versions={panels.versions}
            onReview={acts.review}
          />
        </Suspense>
      )}
      <FindPlace {...{ find, editor, viewing }} readOnly={isGone(shown)} />
      <EditorText
        promptId={prompt.id}
        versionId={openVersion.id}
        onOpenPrompt={acts.openPrompt}
        {...{ place, shown, notice, viewing, version, counts }}
        onViewFailed={() => {
          // Remembered, it would stop this prompt at each start.
          view.setViewing(false);
          notify(viewFailed());
        }}
      />
    </>
  );
}

/** Returns null while no text is open. */
function openEditorOf(shown: PromptEditor): OpenEditor | null {
  return shown.phase === 'open' ? shown.editor : null;
}

function useReported(editor: OpenEditor | null, onText: EditorPaneProps['onText']): void {
  useEffect(() => {
    onText?.(editor);
    return () => onText?.(null);
  }, [editor, onText]);
}

/** Returns how a prompt is shown. One without a text opens for editing: there is nothing to be read in it. */
function useViewMode(modes: ViewModes, promptId: number, editor: OpenEditor | null): ViewMode {
  const viewing = useSyncExternalStore(modes.subscribe, () => modes.isViewed(promptId));
  useLayoutEffect(() => {
    if (editor !== null && modes.isViewed(promptId) && isBlank(editor.text()))
      modes.setViewed(promptId, false);
  }, [modes, promptId, editor]);
  return { viewing, setViewing: (next) => modes.setViewed(promptId, next) };
}

/** Has the browser ask before it closes a window in which typed text would be lost. */
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
