import { useAtom } from 'jotai';
import { lazy, type ReactNode, Suspense } from 'react';
import type { Library } from '../data/database/library.ts';
import { versionCountOf } from '../data/queries/version-items.ts';
import type { OpenTab } from '../features/tabs/tab-bar.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { ToastRequest } from '../ui/toaster-store.ts';
import { useLive } from '../ui/use-live.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import { ErrorBoundary } from './error-screen.tsx';
import {
  focusWantedAtom,
  notesShownAtom,
  openVersionAtom,
  reviewedConflictAtom,
  versionsShownAtom,
} from './workspace-atoms.ts';

// They come with the first prompt that is opened, or with the first note: the first screen needs none of them.
const EditorPane = lazy(async () => ({
  default: (await import('../features/editor/editor-pane.tsx')).EditorPane,
}));
const VersionPanel = lazy(async () => ({
  default: (await import('../features/versions/version-panel.tsx')).VersionPanel,
}));

const ConflictPanel = lazy(async () => ({
  default: (await import('../features/conflicts/conflict-panel.tsx')).ConflictPanel,
}));
const NotesPanel = lazy(async () => ({
  default: (await import('../features/notes/notes-panel.tsx')).NotesPanel,
}));

/** From here on the history fits beside the text, and is there unless it was hidden. */
const wide = '(min-width: 64rem)';

export interface OpenPromptProps {
  readonly library: Library;
  readonly tab: OpenTab;
  /** All that are open, for fullscreen's own bar. */
  readonly tabs: readonly OpenTab[];
  onSelect(promptId: number): void;
  onClose(promptId: number): void;
  notify(toast: ToastRequest): void;
}

export function OpenPrompt({ library, tab, tabs, onSelect, onClose, notify }: OpenPromptProps) {
  const versions = useLive(() => versionCountOf(library, tab.id), [library, tab.id]) ?? 0;
  const [chosen, setChosen] = useAtom(versionsShownAtom);
  const [notesShown, setNotesShown] = useAtom(notesShownAtom);
  const [openVersion, setOpenVersion] = useAtom(openVersionAtom);
  const [reviewed, setReviewed] = useAtom(reviewedConflictAtom);
  const [focusWanted, setFocusWanted] = useAtom(focusWantedAtom);
  const isWide = useMediaQuery(wide);
  const versionsShown = (chosen ?? isWide) && versions > 0;
  const versionId = openVersion?.promptId === tab.id ? openVersion.versionId : null;
  return (
    <ErrorBoundary of={tab.id}>
      <Suspense fallback={<Spinner label="Loading prompt..." />}>
        <EditorPane
          library={library}
          promptId={tab.id}
          project={{ name: tab.projectName, color: tab.color }}
          lastTitle={tab.title}
          versionsShown={versionsShown}
          onToggleVersions={() => setChosen(!versionsShown)}
          notesShown={notesShown}
          onToggleNotes={() => setNotesShown(!notesShown)}
          onHidePanels={() => {
            setNotesShown(false);
            setChosen(false);
          }}
          versionId={versionId}
          onLeaveVersion={() => setOpenVersion(null)}
          onReviewConflict={({ id, description }) =>
            setReviewed({ promptId: tab.id, versionId: id, description })
          }
          tabs={{ tabs, onSelect, onClose }}
          focusWanted={focusWanted === tab.id}
          onFocusTaken={() => setFocusWanted(null)}
          notify={notify}
          beside={
            <>
              {reviewed?.promptId === tab.id && (
                <Panel waiting="Loading the review...">
                  <ConflictPanel
                    library={library}
                    {...reviewed}
                    onClose={() => setReviewed(null)}
                    notify={notify}
                  />
                </Panel>
              )}
              {notesShown && (
                <Panel waiting="Loading notes...">
                  <NotesPanel library={library} promptId={tab.id} notify={notify} />
                </Panel>
              )}
              {versionsShown && (
                <Panel waiting="Loading versions...">
                  <VersionPanel
                    library={library}
                    promptId={tab.id}
                    notify={notify}
                    activeVersionId={versionId}
                    onOpenVersion={(id) =>
                      setOpenVersion(id === null ? null : { promptId: tab.id, versionId: id })
                    }
                  />
                </Panel>
              )}
            </>
          }
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** A boundary of its own: the editor beside it must not go away while this comes. */
function Panel({ waiting, children }: { readonly waiting: string; readonly children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Spinner label={waiting} />}>{children}</Suspense>
    </ErrorBoundary>
  );
}
