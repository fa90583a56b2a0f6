import { useAtom, useSetAtom } from 'jotai';
import { lazy, Suspense, useState } from 'react';
import type { Library } from '../data/database/library.ts';
import { versionCountOf } from '../data/queries/version-items.ts';
import type { OpenTab } from '../features/tabs/tab-bar.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { ToastRequest } from '../ui/toaster-store.ts';
import { useLive } from '../ui/use-live.ts';
import { useMediaQuery } from '../ui/use-media-query.ts';
import type { RowAddress } from './address.ts';
import { ErrorBoundary } from './error-screen.tsx';
import { PromptPanels } from './prompt-panels.tsx';
import {
  addressIsChosenAtom,
  focusWantedAtom,
  notesShownAtom,
  openVersionAtom,
  reviewedConflictAtom,
  versionsShownAtom,
} from './workspace-atoms.ts';

// It comes with the first prompt that is opened: the first screen does not need it.
const EditorPane = lazy(async () => ({
  default: (await import('../features/editor/editor-pane.tsx')).EditorPane,
}));

/** From here on the history fits beside the text, and is there unless it was hidden. */
const wide = '(min-width: 64rem)';

export interface OpenPromptProps {
  readonly library: Library;
  readonly tab: OpenTab;
  /** All that are open, for fullscreen's own bar. */
  readonly tabs: readonly OpenTab[];
  onCopyLink(address: RowAddress): void;
  onSelect(promptId: number): void;
  onClose(promptId: number): void;
  notify(toast: ToastRequest): void;
}

export function OpenPrompt(props: OpenPromptProps) {
  const { library, tab, tabs, onSelect, onClose, notify } = props;
  const versions = useLive(() => versionCountOf(library, tab.id), [library, tab.id]) ?? 0;
  const [chosen, setChosen] = useAtom(versionsShownAtom);
  const [notesShown, setNotesShown] = useAtom(notesShownAtom);
  const version = useOpenVersion(tab.id);
  const [reviewed, setReviewed] = useAtom(reviewedConflictAtom);
  const [focusWanted, setFocusWanted] = useAtom(focusWantedAtom);
  const isWide = useMediaQuery(wide);
  const [arePanelsOver, setPanelsOver] = useState(false);
  const versionsShown = (chosen ?? isWide) && versions > 0;
  return (
    <ErrorBoundary of={tab.id}>
      <Suspense fallback={<Spinner label="Loading prompt..." />}>
        <EditorPane
          library={library}
          promptId={tab.id}
          project={{ name: tab.projectName, color: tab.color }}
          title={tab.title}
          versionsShown={versionsShown}
          onToggleVersions={() => setChosen(!versionsShown)}
          notesShown={notesShown}
          onToggleNotes={() => setNotesShown(!notesShown)}
          onHidePanels={() => {
            setNotesShown(false);
            setChosen(false);
          }}
          onPanelsOver={setPanelsOver}
          versionId={version.id}
          onLeaveVersion={version.leave}
          onReviewConflict={({ id, description }) =>
            setReviewed({ promptId: tab.id, versionId: id, description })
          }
          tabs={{ tabs, onSelect, onClose }}
          focusWanted={focusWanted === tab.id}
          onFocusTaken={() => setFocusWanted(null)}
          notify={notify}
          beside={
            <PromptPanels
              {...{ library, notify, notesShown, versionsShown }}
              versionId={version.id}
              promptId={tab.id}
              reviewed={reviewed?.promptId === tab.id ? reviewed : null}
              onReviewed={() => setReviewed(null)}
              onTextChosen={() => {
                if (!arePanelsOver) return;
                setNotesShown(false);
                // On a wider window, such as the tablet's once it is turned, the history is there again.
                setChosen(isWide ? false : null);
              }}
              onOpenVersion={version.open}
              onLeaveVersion={version.leave}
              onCopyLink={(id) => props.onCopyLink({ kind: 'prompt', id: tab.id, version: id })}
            />
          }
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/** The old version of this prompt that is open; a person opens one, or goes back from it, by choice. */
function useOpenVersion(promptId: number) {
  const [shown, setShown] = useAtom(openVersionAtom);
  const setAddressIsChosen = useSetAtom(addressIsChosenAtom);
  return {
    id: shown?.promptId === promptId ? shown.versionId : null,
    open(versionId: number | null): void {
      setAddressIsChosen(true);
      setShown(versionId === null ? null : { promptId, versionId });
    },
    leave: () => setShown(null),
  };
}
