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
import { EditorHeader } from './editor-header.tsx';
import { EditorText, type EditorTextProps } from './editor-text.tsx';
import { charactersReplaced, limitToasts, viewFailed } from './editor-toasts.ts';
import { FindPlace } from './find/find-place.tsx';
import { type Find, useFind } from './find/use-find.ts';
import { RefusedNotice } from './notices/refused-notice.tsx';
import { noticeOf, SaveNotice } from './notices/save-notice.tsx';
import { isSaveKey } from './open-editors/editor-keys.ts';
import { type EditorMemory, type EditorSurroundings, useEditorMemory } from './open-editors/editor-memory.ts';
import type { OpenEditor } from './open-editors/open-editor-type.ts';
import { isGone } from './open-editors/show-editor.ts';
import { usePromptEditor } from './open-editors/use-prompt-editor.ts';
import type { ViewModes } from './open-editors/view-modes.ts';
import { EditorBody } from './stage/editor-body.tsx';
import { EditorStage } from './stage/editor-stage.tsx';
import type { FullscreenTabs } from './stage/fullscreen-tab-bar.tsx';
import { type PaneCommands, paneCommands } from './toolbar/pane-commands.ts';
import { PaneToolbar } from './toolbar/pane-toolbar.tsx';
import { usePaneFocus } from './use-pane-focus.ts';
import { useLeaveMissingVersion, usePaneVersions, useVersionNumber } from './versions/use-pane-versions.ts';
import './engine/source-editor.css';
import './print.css';
import { lazyPart } from '../../ui/load-again.ts';

const ConflictBanner = lazyPart(async () => (await import('./notices/conflict-banner.tsx')).ConflictBanner);

export type EditorPaneProps = {
  readonly promptId: number;
  readonly project: { readonly name: string; readonly color: string };
  /** The last known title of the prompt, which may be deleted by now. */
  readonly title: string;
  readonly versionsShown: boolean;
  onToggleVersions(): void;
  /** The old version whose text is shown and edited; null, the default: the current text. */
  readonly versionId?: number | null;
  /** The old version is gone: the current text is to be shown. */
  onLeaveVersion?(): void;
  /** Without these two there is no button for the variables; so with the notes. */
  readonly variablesShown?: boolean;
  onToggleVariables?(): void;
  /** Called with the text that is open, for what is shown beside it; null while none is. */
  readonly onText?: (editor: OpenEditor | null) => void;

  readonly notesShown?: boolean;
  onToggleNotes?(): void;
  /** The review of a conflict is open beside the text. */
  readonly isReviewing?: boolean;
  /** The other side of a conflict is to be looked at. */
  onReviewConflict?(version: VersionItem): void;
  /** A version and the current text are to be compared; without it there is no way to. */
  onCompare?(versionId: number): void;
  /** Opens the list of what the server does not accept; without it there is no way to. */
  readonly onOpenSyncCentre?: () => void;
  /** Goes to a prompt that the text refers to; without it there is no way to. */
  readonly onOpenPrompt?: (promptId: number) => void;
  /** The open prompts, for the tab bar of fullscreen. */
  readonly tabs?: FullscreenTabs;
  /** Shows how long the text is, below it. */
  readonly counts?: ReactNode;
  /** The panels that are shown, in their order: they stand beside the text, in fullscreen too. */
  readonly beside?: ReactNode;
  /** Called where the panels lie over the text, to go back to it. */
  onHidePanels?(): void;
  /** Called with whether the panels lie over the text, at every change. */
  readonly onPanelsOver?: (isOver: boolean) => void;
  /** The focus is to come here as soon as the text is open. */
  readonly focusWanted?: boolean;
  onFocusTaken?(): void;
  /** Another clock and another storage than the browser's, for tests. */
  readonly surroundings?: EditorSurroundings;
};

const noTabs: FullscreenTabs = { tabs: [], onSelect: () => undefined, onClose: () => undefined };

/** One prompt: what it is, its tools, and its text. Another prompt is another text in the same pane. */
export function EditorPane(props: EditorPaneProps) {
  const library = useLibrary();
  const { promptId, tabs } = props;
  const memory = useEditorMemory(library, props.surroundings);
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
    <EditorStage selectedId={promptId} tabs={tabs ?? noTabs}>
      <PaneOfOnePrompt {...props} memory={memory} />
    </EditorStage>
  );
}

const Pane = chakra('section', {
  base: { display: 'flex', flexDirection: 'column', flex: 'auto', minW: '0', minH: '0' },
});

function PaneOfOnePrompt(props: EditorPaneProps & { readonly memory: EditorMemory }) {
  const library = useLibrary();
  const notify = useNotify();
  const { promptId, versionId = null, memory, versionsShown, onToggleVersions } = props;
  const { newest, unreviewed } = usePaneVersions(library, promptId);
  const { place, shown } = usePromptEditor({
    ...{ library, promptId, versionId, memory },
    onLimit: (direction) => notify(limitToasts()[direction]),
    onReplaced: () => notify(charactersReplaced()),
  });
  const editor = shown.phase === 'open' ? shown.editor : null;
  const { viewing, setViewing } = useViewMode(memory.viewModes, promptId, editor);
  const pane = useRef<HTMLElement>(null);
  const paneFocus = usePaneFocus(pane, {
    promptId,
    editor,
    isWanted: props.focusWanted === true,
    onTaken: () => props.onFocusTaken?.(),
  });
  const find = useFind({ editor, viewing, pane });
  const isVersion = versionId !== null;
  const version = useVersionNumber(library, versionId);
  const notice = noticeOf(shown, { isVersion });
  const commands = paneCommands(editor, { title: props.title, notify });
  useAskBeforeLosing(() => notice?.holdsWords === true || memory.closed.holdUnsaved());
  useLeaveMissingVersion(shown, { ...props, notify });
  useReported(editor, props.onText);
  useSaveKey(commands.save);
  return (
    <Pane
      ref={pane}
      className="editor-pane"
      aria-label={props.title}
      {...paneFocus}
      onKeyDown={(event) => {
        find.onKeyDown(event);
        paneFocus.onKeyDown(event);
      }}
    >
      <EditorHeader {...props} {...{ editor, isVersion }} latest={newest} viewing={version} />
      <PaneToolbar
        {...{ editor, commands, isVersion, version, viewing, setViewing, onToggleVersions, find }}
        newestVersion={() => newestSavedVersion(library, promptId)}
        readOnly={isGone(shown)}
        versionsShown={newest !== undefined ? versionsShown : null}
        {...panelTools(props)}
      />
      <EditorBody
        beside={props.beside}
        onHidePanels={() => props.onHidePanels?.()}
        {...(props.onPanelsOver && { onPanelsOver: props.onPanelsOver })}
      >
        <PaneColumn
          {...{ shown, place, editor, notice, commands, unreviewed, viewing, version, find, setViewing }}
          pane={props}
        />
      </EditorBody>
    </Pane>
  );
}

type PaneColumnProps = Pick<EditorTextProps, 'shown' | 'place' | 'notice' | 'viewing' | 'version'> & {
  readonly pane: EditorPaneProps;
  readonly editor: OpenEditor | null;
  readonly commands: PaneCommands;
  readonly unreviewed: readonly VersionItem[];
  readonly find: Find;
  setViewing(viewing: boolean): void;
};

/** The text of a pane, and above it what is to be known of it. */
function PaneColumn(props: PaneColumnProps) {
  const { pane, shown, place, editor, notice, commands, unreviewed, viewing, version, find } = props;
  const notify = useNotify();
  const { promptId, versionId = null, versionsShown, onToggleVersions, counts } = pane;
  const { isReviewing = false } = pane;
  return (
    <>
      <SaveNotice
        {...{ notice, hasText: editor !== null }}
        onRetry={commands.retry}
        onCopy={commands.copy}
        onDownload={commands.download}
      />
      <RefusedNotice promptId={promptId} onOpenSyncCentre={pane.onOpenSyncCentre} />
      {unreviewed.length > 0 && (
        <Suspense fallback={null}>
          <ConflictBanner
            {...{ unreviewed, versionsShown, isReviewing, onToggleVersions }}
            onReview={pane.onReviewConflict}
          />
        </Suspense>
      )}
      <FindPlace {...{ find, editor, viewing }} readOnly={isGone(shown)} />
      <EditorText
        onOpenPrompt={pane.onOpenPrompt}
        {...{ promptId, versionId, place, shown, notice, viewing, version, counts }}
        onViewFailed={() => {
          // Remembered, it would stop this prompt at each start.
          props.setViewing(false);
          notify(viewFailed());
        }}
      />
    </>
  );
}

function useReported(editor: OpenEditor | null, onText: EditorPaneProps['onText']): void {
  useEffect(() => {
    onText?.(editor);
    return () => onText?.(null);
  }, [editor, onText]);
}

function panelTools(props: EditorPaneProps) {
  const { variablesShown = false, notesShown = false, onToggleVariables, onToggleNotes } = props;
  return {
    variablesShown: onToggleVariables === undefined ? null : variablesShown,
    notesShown: onToggleNotes === undefined ? null : notesShown,
    onToggleVariables: () => onToggleVariables?.(),
    onToggleNotes: () => onToggleNotes?.(),
  };
}

type ViewMode = { readonly viewing: boolean; setViewing(viewing: boolean): void };

/** Returns how a prompt is shown. One without a text opens for editing: there is nothing to be read in it. */
function useViewMode(modes: ViewModes, promptId: number, editor: OpenEditor | null): ViewMode {
  const viewing = useSyncExternalStore(modes.subscribe, () => modes.isViewed(promptId));
  useLayoutEffect(() => {
    if (editor !== null && modes.isViewed(promptId) && isBlank(editor.text()))
      modes.setViewed(promptId, false);
  }, [modes, promptId, editor]);
  return { viewing, setViewing: (next) => modes.setViewed(promptId, next) };
}

/** Wherever the focus is, the browser would offer to save the page. */
function useSaveKey(save: () => void): void {
  const run = useEffectEvent(save);
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (!isSaveKey(event)) return;
      event.preventDefault();
      if (!event.repeat) run();
    }
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
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
